import type { ArrowCharacter } from '../../arrow'
import { own } from '../base/json'
import type { Present } from '../table/present'
import { actorOf } from './scene-actor'

/** The portraits of a document's characters as `data:` addresses, by their names there. `read` reads the picture at a path of the campaign. */
export async function portraitsOf(
  characters: Iterable<Pick<ArrowCharacter, 'name'>>,
  document: string,
  { state, lore }: Pick<Present, 'state' | 'lore'>,
  read: (path: string) => Promise<string>
): Promise<Map<string, string>> {
  const event = lore.story.find(({ arrow }) => arrow?.path === document) ?? {}
  const found = new Map<string, string>()
  for (const character of characters) {
    const actor = actorOf(state.actors, event, character)
    const portrait = typeof actor === 'string' ? own(lore.portraits, actor) : undefined
    // A picture that can't be read is left out.
    const src = portrait && (await read(portrait.path).catch(() => undefined))
    if (src !== undefined) found.set(character.name, src)
  }
  return found
}
