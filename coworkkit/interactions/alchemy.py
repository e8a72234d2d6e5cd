"""The one door to SQLAlchemy, so that its absence is told in one place."""

try:
    from sqlalchemy import (
        BigInteger,
        Boolean,
        Column,
        Connection,
        Dialect,
        Index,
        Integer,
        MetaData,
        Row,
        Select,
        String,
        Table,
        Text,
        delete,
        event,
        func,
        insert,
        inspect,
        select,
        text,
        update,
    )
    from sqlalchemy.engine import URL, make_url
    from sqlalchemy.exc import ArgumentError, IntegrityError, SQLAlchemyError
    from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine
    from sqlalchemy.sql.elements import ColumnElement
    from sqlalchemy.types import TypeDecorator
except ImportError as error:
    raise ImportError(
        "coworkkit.interactions needs SQLAlchemy. Install it with: pip install coworkkit[interactions]"
    ) from error

__all__ = [
    "URL",
    "ArgumentError",
    "AsyncConnection",
    "AsyncEngine",
    "BigInteger",
    "Boolean",
    "Column",
    "ColumnElement",
    "Connection",
    "Dialect",
    "Index",
    "Integer",
    "IntegrityError",
    "MetaData",
    "Row",
    "SQLAlchemyError",
    "Select",
    "String",
    "Table",
    "Text",
    "TypeDecorator",
    "create_async_engine",
    "delete",
    "event",
    "func",
    "insert",
    "inspect",
    "make_url",
    "select",
    "text",
    "update",
]
