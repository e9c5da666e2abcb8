import { isObject, type Json, type JsonObject } from '../base/json'
import type { StoryEvent } from './lore'

/** The values of a story event as its file has them: without its id, text and document, and without the values that keys have when they are left out. */
export function writtenEvent({ id: _id, body: _body, arrow: _arrow, outcomes, ...rest }: StoryEvent): JsonObject {
  const said = { ...rest, outcomes: outcomes.map((outcome) => withoutEmpty(outcome as unknown as JsonObject)) } as unknown as JsonObject
  return withoutEmpty(said)
}

const withoutEmpty = (map: JsonObject): JsonObject => Object.fromEntries(Object.entries(map).filter(([, value]) => !isEmpty(value)))

const isEmpty = (value: Json | undefined): boolean =>
  value === undefined ||
  value === '' ||
  value === false ||
  (Array.isArray(value) ? value.length === 0 : isObject(value) && Object.keys(value).length === 0)
