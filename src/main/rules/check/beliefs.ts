import { own } from '../../../shared/base/json'
import { actorFolder, fileName, pathOf } from '../../../shared/story/layout'
import { perhaps } from '../../../shared/base/suggest'
import { factsSet } from './facts'
import type { Reading } from './reading'
import type { Say, World } from './world-files'

/** Beliefs without a subject (no fact, story event, narrative, thread or quest, and no words of their own), and narratives that nobody knows. */
export function beliefFindings(all: Reading, world: World, say: Say): void {
  const { state, lore } = world
  const isFact = factsSet(all, world)
  const claims = new Set([
    ...lore.story.map(({ id }) => id),
    ...[lore.narratives, state.threads, state.quests, state.facts].flatMap((map) => Object.keys(map))
  ])
  for (const [who, { beliefs }] of Object.entries(lore.actors)) {
    const actor = own(state.actors, who)
    if (!actor) continue
    for (const [claim, { text }] of Object.entries(beliefs)) {
      if (text !== undefined || claims.has(claim) || isFact(claim)) continue
      const file = `${actorFolder(actor.kind, who)}/${fileName('beliefs')}`
      const words = `${actor.name} has a belief about "${claim}", which is no fact, story event, narrative, thread or quest.${perhaps(claim, claims)}`
      say('remark', file, [claim], `${words} Correct its name, say under "text" what is believed, or remove it.`)
    }
  }
  for (const [id, { name, about = {}, contradicts = [] }] of Object.entries(lore.narratives)) {
    const check = (path: string[], what: string, ids: readonly string[], known: readonly string[]): void =>
      ids.forEach((one, i) => {
        if (known.includes(one)) return
        const words = `The narrative “${name}” names "${one}", but there is no such ${what}.${perhaps(one, known)}`
        say('remark', pathOf('storyEvent', { id }), [...path, `${i}`], `${words} Correct the name, or remove it.`)
      })
    const people = Object.keys(state.actors)
    check(['about', 'characters'], 'character', about.characters ?? [], people)
    check(['about', 'relationship'], 'character', about.relationship ?? [], people)
    check(['about', 'places'], 'place', about.places ?? [], Object.keys(state.places))
    check(['contradicts'], 'narrative', contradicts, Object.keys(lore.narratives))
  }
}
