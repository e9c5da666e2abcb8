import { type ArrowCharacter, safeName } from '../../arrow'
import { own } from '../base/json'
import type { StoryEvent } from './lore'
import { fold } from './names'
import type { GameState } from './state'

type Mapping = Pick<StoryEvent, 'characters'>

/**
 * The actor of a document's character: the one that the event's front matter names, otherwise the one with that id, otherwise the only one with that
 * name. A list: the actors among whom the designer has to choose.
 */
export function actorOf(actors: GameState['actors'], { characters }: Mapping, { name }: Pick<ArrowCharacter, 'name'>): string | readonly string[] {
  const mapped = mappedTo(characters, name)
  if (mapped !== undefined) return Object.hasOwn(actors, mapped) ? mapped : []
  const ids = Object.keys(actors)
  const byId = ids.find((id) => alike(id) === alike(name))
  if (byId !== undefined) return byId
  const named = ids.filter((id) => alike(own(actors, id)?.name ?? '') === alike(name))
  return named.length === 1 && named[0] !== undefined ? named[0] : named
}

/** The form in which names are compared. Arrow writes names without spaces and apostrophes, such as O_Dell for O'Dell. */
const alike = (name: string): string => fold(safeName(name.trim().replaceAll('’', "'")))

/** The actor to whom the front matter maps a character. */
export const mappedTo = (characters: Mapping['characters'], name: string): string | undefined =>
  own(characters, name) ?? Object.entries(characters ?? {}).find(([one]) => alike(one) === alike(name))?.[1]
