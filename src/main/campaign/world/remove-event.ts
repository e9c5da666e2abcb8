import { isObject, own } from '../../../shared/base/json'
import { Problem } from '../../../shared/base/problem'
import type { Reference } from '../../../shared/contract/world-edits'
import { holds } from '../../../shared/story/premises'
import { storyName } from '../../../shared/story/story-state'
import { running } from '../../engine/documents'
import type { EditedWorld } from './edited-world'
import { removeFiles } from './pictures'
import type { EditOp, StepResult } from './put'

/** Something that needs a story event: the words for it, and what it is. `drop` removes what names the event. */
interface Use {
  words: string
  about: Reference
  drop?: () => void
}

/** Removes a story event with its folder. */
export function removeEvent(world: EditedWorld, { id, anyway = false }: EditOp<'remove-event'>): StepResult {
  const { title } = world.event(id)
  const { state, drafts } = world
  if (state.scene?.story === id || running(state)?.event === id)
    throw new Problem('refused', `“${title}” can't be removed, because its scene is played now. Let the scene end first.`, { id })
  const uses = [...beliefUses(world, id), ...factUses(world, id)]
  if (uses.length > 0 && !anyway) {
    const words = uses.map((one) => one.words)
    const more = words.length > 3 ? ` and ${words.length - 3} more` : ''
    throw new Problem(
      'refused',
      `“${title}” can't be removed yet, because ${words.slice(0, 3).join('; ')}${more}. Change that first, or remove it with these.`,
      { references: words, about: uses.map(({ about }) => about) }
    )
  }
  for (const { drop } of uses) drop?.()
  removeFiles(world, drafts.under(`world/story/${id}`))
  world.story.delete(id)
  return { parts: [{ id, verb: 'removed', noun: 'story event', name: `the story event “${title}”` }] }
}

/** What characters believe about the event. */
function beliefUses(world: EditedWorld, id: string): Use[] {
  return Object.entries(world.lore.actors).flatMap(([who, { beliefs }]): Use[] => {
    const belief = own(beliefs, id)
    if (belief === undefined || !world.cast.has(who)) return []
    const path = world.characterFile(who, 'beliefs')
    return [
      {
        words: `${world.character(who).name} believes something about it`,
        about: { what: 'actor', id: who },
        drop: () => world.drafts.change(path, { keys: [id], to: undefined })
      }
    ]
  })
}

const bare = (fact: string): string => fact.replace(/^!/, '')

/** What needs a fact that isn't true yet and that only this event sets, as far as the world's files say. */
function factUses({ lore, state, story }: EditedWorld, id: string): Use[] {
  const stays = lore.story.filter((event) => event.id !== id && story.has(event.id))
  const elsewhere = new Set([
    ...stays.flatMap(({ outcomes }) => outcomes.flatMap(({ facts }) => facts)),
    ...Object.values(state.places).flatMap(({ features }) => Object.values(features).flatMap(({ fact }) => fact ?? [])),
    ...Object.values(state.actors).flatMap(({ reveals = {} }) => Object.keys(reveals))
  ])
  const event = lore.story.find((one) => one.id === id)
  const all = new Set(event?.outcomes.flatMap(({ facts }) => facts))
  const lost = new Set([...all].filter((fact) => !elsewhere.has(fact) && !holds(state.facts, [fact])))
  const need = (facts: readonly string[], words: (fact: string) => string, about: Reference): Use[] => {
    const fact = facts.find((one) => lost.has(one))
    return fact === undefined ? [] : [{ words: words(fact), about }]
  }
  if (lost.size === 0) return []
  return [
    ...stays.flatMap(({ id: other, title, starts_when, done_when }) =>
      need([...starts_when, ...done_when].map(bare), (fact) => `the story event “${title}” needs its fact “${fact}”`, { what: 'event', id: other })
    ),
    ...Object.entries(state.quests).flatMap(([quest, entry]) =>
      need(
        isObject(entry)
          ? ['starts_when', 'done_when', 'fails_when']
              .flatMap((key) => own(entry, key) ?? [])
              .flatMap((one) => (typeof one === 'string' ? bare(one) : []))
          : [],
        (fact) => `the quest “${storyName('quest', state, quest)}” needs its fact “${fact}”`,
        { what: 'quest', id: quest }
      )
    ),
    ...Object.entries(state.places).flatMap(([place, { name, features }]) =>
      Object.values(features).flatMap((feature) =>
        need((feature.after ?? []).map(bare), (fact) => `“${feature.name}” needs its fact “${fact}”, in ${name}`, {
          what: 'place',
          id: place
        })
      )
    ),
    ...Object.entries(state.actors).flatMap(([who, { name, reveals = {} }]) =>
      need(
        Object.values(reveals).flatMap(({ after = [] }) => after.map(bare)),
        (fact) => `what ${name} can tell needs its fact “${fact}”`,
        { what: 'actor', id: who }
      )
    ),
    ...Object.entries(state.journeys).flatMap(([journey, { requires = '' }]) =>
      need([bare(requires)], (fact) => `the journey “${journey}” needs its fact “${fact}”`, { what: 'journey', id: journey })
    )
  ]
}
