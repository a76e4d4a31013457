//! Going through an array, an object, an enum's variant; each error learns its place on the way up.

use serde::de::{
    Deserialize, DeserializeSeed, EnumAccess, MapAccess, SeqAccess, VariantAccess, Visitor,
};

use super::key::Key;
use super::{Node, ReadError, Watch};
use crate::canon::{Json, Step};

pub(super) struct Items<'de> {
    rest: std::iter::Enumerate<std::slice::Iter<'de, Json>>,
    watch: Option<&'de Watch>,
}

impl<'de> Items<'de> {
    pub(super) fn new(items: &'de [Json], watch: Option<&'de Watch>) -> Self {
        Self {
            rest: items.iter().enumerate(),
            watch,
        }
    }

    /// Refuses items that nobody asked for.
    pub(super) fn end(mut self) -> Result<(), ReadError> {
        match self.rest.next() {
            None => Ok(()),
            Some((at, _)) => Err(ReadError::expected("no further items").under(Step::Index(at))),
        }
    }
}

impl<'de> SeqAccess<'de> for Items<'de> {
    type Error = ReadError;

    fn next_element_seed<T: DeserializeSeed<'de>>(
        &mut self,
        seed: T,
    ) -> Result<Option<T::Value>, ReadError> {
        let Some((at, json)) = self.rest.next() else {
            return Ok(None);
        };
        let watch = self.watch;
        seed.deserialize(Node { json, watch })
            .map(Some)
            .map_err(|error| error.under(Step::Index(at)))
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.rest.len())
    }
}

pub(super) struct Members<'de> {
    rest: std::slice::Iter<'de, (String, Json)>,
    value: Option<(&'de str, &'de Json)>,
    watch: Option<&'de Watch>,
}

impl<'de> Members<'de> {
    pub(super) fn new(members: &'de [(String, Json)], watch: Option<&'de Watch>) -> Self {
        Self {
            rest: members.iter(),
            value: None,
            watch,
        }
    }

    /// Refuses members that nobody asked for.
    pub(super) fn end(mut self) -> Result<(), ReadError> {
        match self.rest.next() {
            None => Ok(()),
            Some((name, _)) => Err(serde::de::Error::unknown_field(name, &[])),
        }
    }
}

impl<'de> MapAccess<'de> for Members<'de> {
    type Error = ReadError;

    fn next_key_seed<K: DeserializeSeed<'de>>(
        &mut self,
        seed: K,
    ) -> Result<Option<K::Value>, ReadError> {
        let Some((name, value)) = self.rest.next() else {
            return Ok(None);
        };
        self.value = Some((name, value));
        seed.deserialize(Key(name)).map(Some)
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, ReadError> {
        let Some((name, json)) = self.value.take() else {
            return Err(ReadError::expected("a member"));
        };
        let watch = self.watch;
        seed.deserialize(Node { json, watch })
            .map_err(|error| error.under(Step::Member(name.to_owned())))
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.rest.len())
    }
}

pub(super) struct EnumReader<'de> {
    pub(super) variant: &'de str,
    pub(super) value: Node<'de>,
}

impl<'de> EnumReader<'de> {
    fn inside<T>(
        self,
        read: impl FnOnce(Node<'de>) -> Result<T, ReadError>,
    ) -> Result<T, ReadError> {
        read(self.value).map_err(|error| error.under(Step::Member(self.variant.to_owned())))
    }
}

impl<'de> EnumAccess<'de> for EnumReader<'de> {
    type Error = ReadError;
    type Variant = Self;

    fn variant_seed<V: DeserializeSeed<'de>>(self, seed: V) -> Result<(V::Value, Self), ReadError> {
        let variant = seed.deserialize(Key(self.variant))?;
        Ok((variant, self))
    }
}

impl<'de> VariantAccess<'de> for EnumReader<'de> {
    type Error = ReadError;

    fn unit_variant(self) -> Result<(), ReadError> {
        self.inside(<()>::deserialize)
    }

    fn newtype_variant_seed<T: DeserializeSeed<'de>>(self, seed: T) -> Result<T::Value, ReadError> {
        self.inside(|node| seed.deserialize(node))
    }

    fn tuple_variant<V: Visitor<'de>>(
        self,
        _len: usize,
        visitor: V,
    ) -> Result<V::Value, ReadError> {
        self.inside(|node| node.visit(visitor))
    }

    fn struct_variant<V: Visitor<'de>>(
        self,
        _fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, ReadError> {
        self.inside(|node| node.visit(visitor))
    }
}
