import { actorFolder, fileName } from '../../../shared/layout'
import type { SeenActor } from '../../../shared/agents'
import type { Belief } from '../../../shared/beliefs'
import type { Draft } from './budget'
import { defusedLine, MAX_LISTED } from './fence'

/** From this share on a character believes, doubts or denies something. */
const BELIEF_THRESHOLD = 0.5

/** What somebody holds true, for those who may read the sheet; nothing when nothing is written down. */
export function beliefDraft({ id, name, kind, sheet }: SeenActor, why: string, urgency = 0): Draft[] {
  const beliefs = Object.entries(sheet?.beliefs ?? {})
  if (beliefs.length === 0) return []
  return [
    {
      id: `beliefs:${id}`,
      kind: 'beliefs',
      tier: 'hot',
      title: `What ${name} believes`,
      source: `${actorFolder(kind, id)}/${fileName('beliefs')}`,
      parts: [
        `${defusedLine(name)} doesn't know what is true, only this:`,
        ...beliefs.slice(0, MAX_LISTED).map(([thing, belief]) => `  ${defusedLine(thing)}: ${beliefWords(belief)}`)
      ],
      urgency,
      why
    }
  ]
}

/** How somebody stands to a thing, in words: "believes it, and doubts it (witnessed)". */
export function beliefWords({ text, heard = 0, believes = 0, doubts = 0, denies = 0, source, from_whom: whom }: Belief): string {
  const held = [
    believes >= BELIEF_THRESHOLD ? 'believes it' : '',
    doubts >= BELIEF_THRESHOLD ? 'doubts it' : '',
    denies >= BELIEF_THRESHOLD ? 'denies it' : ''
  ].filter(Boolean)
  const stance = held.length > 0 ? held.join(', and ') : believes > 0 ? 'half believes it' : heard > 0 ? 'has heard of it' : 'does not know of it'
  const origin = [source, whom === undefined ? undefined : `by ${whom}`].filter((word) => word !== undefined).join(' ')
  return `${text === undefined ? '' : `${defusedLine(text)} — `}${stance}${origin === '' ? '' : ` (${defusedLine(origin)})`}`
}
