"""The cache that several processes share. Only rate limits live in it."""

from __future__ import annotations

import logging
from typing import Any

from django.core.cache.backends.redis import RedisCache
from redis.exceptions import RedisError

log = logging.getLogger(__name__)


class ForgetfulRedisCache(RedisCache):
    """While Redis does not answer everything counts as forgotten: people can still sign in and play."""

    def add(self, *args: Any, **options: Any) -> bool:
        try:
            return super().add(*args, **options)
        except RedisError as problem:
            # "Added": whoever takes a lock by adding a key must not wait for one that nobody holds.
            self.forget(problem)
            return True

    def get(self, key: Any, default: Any = None, version: int | None = None) -> Any:
        try:
            return super().get(key, default, version)
        except RedisError as problem:
            self.forget(problem)
            return default

    def set(self, *args: Any, **options: Any) -> None:
        try:
            super().set(*args, **options)
        except RedisError as problem:
            self.forget(problem)

    def delete(self, *args: Any, **options: Any) -> bool:
        try:
            return super().delete(*args, **options)
        except RedisError as problem:
            self.forget(problem)
            return False

    def forget(self, problem: RedisError) -> None:
        log.warning("The cache does not answer: %s", type(problem).__name__)
