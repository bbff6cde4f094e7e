// What happens at the table, to be heard: short sounds made on the spot, and bartenders' names spoken for who wants them.
// Nothing is heard before the first touch or key; where a browser lacks something, the rest goes on without it.
"use strict";

const sounds = (() => {
  const SOUND_OF = { "line-deal": "card", "line-order": "order", "line-move": "bottle", "line-make": "pour", "line-last_call": "lastCall" };
  const MOST_AT_ONCE = 3;  // of many lines at once, as after a pause, the newest are heard
  const APART = 0.18;      // seconds between two sounds of one moment
  const FIRST_VOLUME = 50;

  let isOn = kept.get("signals") !== "off";
  let volume = volumeKept();
  let speaks = kept.get("spoken-names") === "on";
  let audio = null;  // made at the first touch
  let out = null;
  let hiss = null;

  function volumeKept() {
    const number = Number.parseInt(kept.get("volume"), 10);
    return number >= 0 && number <= 100 ? number : FIRST_VOLUME;
  }

  // --- Waking up: browsers, and people in a quiet room, want a touch first ------------------------------------------------

  function wake() {
    if (!isOn || !(navigator.userActivation?.hasBeenActive ?? true)) return;
    try {
      if (!audio) makeAudio();
      if (audio.state === "suspended") audio.resume().catch(() => {});
    } catch { /* no sound here */ }
  }

  function makeAudio() {
    audio = new AudioContext();
    out = audio.createGain();
    out.connect(audio.destination);
    setVolume();
    hiss = audio.createBuffer(1, audio.sampleRate, audio.sampleRate);
    const samples = hiss.getChannelData(0);
    for (let i = 0; i < samples.length; i += 1) samples[i] = Math.random() * 2 - 1;
  }

  function setVolume() {
    if (out) out.gain.value = (volume / 100) ** 2;
  }

  for (const touch of ["pointerdown", "pointerup", "keydown"]) addEventListener(touch, wake, { capture: true, passive: true });

  // --- Making them: a tone or a hiss that begins at once and dies away ----------------------------------------------------

  function fading(at, length, loudness) {
    const gain = audio.createGain();
    gain.gain.setValueAtTime(0.0001, at);
    gain.gain.exponentialRampToValueAtTime(loudness, at + 0.008);
    gain.gain.exponentialRampToValueAtTime(0.0001, at + length);
    gain.connect(out);
    return gain;
  }

  function tone(at, { hertz, to = hertz, length, loudness = 0.3, type = "sine" }) {
    const source = audio.createOscillator();
    source.type = type;
    source.frequency.setValueAtTime(hertz, at);
    source.frequency.exponentialRampToValueAtTime(to, at + length);
    source.connect(fading(at, length, loudness));
    source.start(at);
    source.stop(at + length);
  }

  function rush(at, { hertz, to = hertz, length, loudness = 0.3, type = "bandpass" }) {
    const source = audio.createBufferSource();
    const filter = audio.createBiquadFilter();
    source.buffer = hiss;
    source.loop = true;
    filter.type = type;
    filter.frequency.setValueAtTime(hertz, at);
    filter.frequency.exponentialRampToValueAtTime(to, at + length);
    source.connect(filter);
    filter.connect(fading(at, length, loudness));
    source.start(at);
    source.stop(at + length);
  }

  function bell(at, hertz) {
    for (const [times, loudness] of [[1, 0.35], [2.76, 0.16], [5.4, 0.07]]) tone(at, { hertz: hertz * times, length: 0.9 / Math.sqrt(times), loudness });
  }

  function clink(at, hertz, loudness = 0.18) {
    tone(at, { hertz, length: 0.14, loudness });
    tone(at, { hertz: hertz * 1.62, length: 0.09, loudness: loudness / 2 });
  }

  const MADE = {
    card(at) {
      rush(at, { hertz: 5200, to: 1800, length: 0.07, loudness: 0.5 });
      rush(at + 0.05, { hertz: 700, length: 0.05, loudness: 0.4 });
    },
    order(at) { bell(at, 1175); },
    bottle(at) {
      rush(at, { hertz: 500, to: 300, length: 0.22, loudness: 0.25 });
      clink(at + 0.2, 1850);
    },
    pour(at) {
      rush(at, { hertz: 500, to: 1700, length: 0.6, loudness: 0.3 });
      for (const [late, hertz] of [[0.05, 330], [0.2, 380], [0.33, 440], [0.45, 520]]) tone(at + late, { hertz, to: hertz * 1.5, length: 0.1, loudness: 0.12 });
    },
    ice(at) {
      for (const [late, hertz] of [[0, 3300], [0.08, 4100], [0.13, 3700]]) clink(at + late, hertz, 0.12);
    },
    lastCall(at) {
      for (const late of [0, 0.28, 0.56]) bell(at + late, 784);
    },
    turn(at) {
      tone(at, { hertz: 587, length: 0.18, type: "triangle" });
      tone(at + 0.13, { hertz: 880, length: 0.32, type: "triangle" });
    },
  };

  function play(name, later = 0) {
    if (!isOn || !volume || audio?.state !== "running") return;
    try {
      MADE[name](audio.currentTime + 0.01 + later);
    } catch { /* one sound less */ }
  }

  // --- Speaking -----------------------------------------------------------------------------------------------------------

  const voice = window.speechSynthesis;

  function speak(words) {
    if (!isOn || !speaks || !audio || !words || !voice || voice.pending) return;  // it never lags behind the cards
    try {
      voice.speak(Object.assign(new SpeechSynthesisUtterance(words), { lang: document.documentElement.lang, rate: 1.15, volume: volume / 100 }));
    } catch { /* one name less */ }
  }

  const nameOf = (word) => document.querySelector(`#bartender-${word} h3`)?.textContent;

  // --- What is heard ------------------------------------------------------------------------------------------------------

  document.addEventListener("table:lines", ({ detail }) => {
    const lines = detail.lines.slice(-MOST_AT_ONCE);
    lines.forEach((line, place) => {
      const name = SOUND_OF[line.className];
      if (name) play(name, place * APART);
    });
    const dealt = lines.filter(({ className }) => className === "line-deal").at(-1);
    if (dealt?.dataset.bartender) speak(nameOf(dealt.dataset.bartender));
  });

  function iceInAll() {
    return [...document.querySelectorAll(".seat .ice b")].reduce((sum, { textContent }) => sum + Number(textContent), 0);
  }

  function listenForIce() {
    let ice = iceInAll();
    document.addEventListener("htmx:ws:after:message:incoming", () => {
      const before = ice;
      ice = iceInAll();
      if (ice > before) play("ice", 2 * APART);
    });
  }

  // --- Choosing -----------------------------------------------------------------------------------------------------------

  function offerChoices() {
    const dialog = document.getElementById("signals");
    const opener = document.getElementById("show-signals");
    if (!dialog || !opener) return;
    const [all, kinds, loudness, names] = ["signals-on", "signals-kinds", "volume", "spoken-names"].map((id) => document.getElementById(id));
    all.checked = isOn;
    kinds.disabled = !isOn;
    loudness.value = volume;
    names.checked = speaks;
    if (!voice) names.closest("p").hidden = true;
    all.addEventListener("change", () => {
      isOn = all.checked;
      kinds.disabled = !isOn;
      kept.set("signals", isOn ? "on" : "off");
      if (isOn) wake();
      else voice?.cancel();
    });
    loudness.addEventListener("input", () => {
      volume = Number(loudness.value);
      kept.set("volume", volume);
      setVolume();
    });
    loudness.addEventListener("change", () => play("bottle"));
    names.addEventListener("change", () => {
      speaks = names.checked;
      kept.set("spoken-names", speaks ? "on" : "off");
      speak(nameOf("jasmine"));
    });
    opener.addEventListener("click", () => dialog.showModal());
  }

  document.addEventListener("DOMContentLoaded", () => {
    listenForIce();
    offerChoices();
  });

  return { play, get isOn() { return isOn; } };
})();
