import { fileName, pathOf, sceneFolder as folderOf } from '../../../shared/layout'
import type { View } from '../../../shared/agents'
import { type ChangeNames, changeLine } from '../../../shared/entry-changes'
import type { Offer } from '../../../shared/game'
import { own } from '../../../shared/json'
import type { LogEntry } from '../../../shared/play'
import type { Draft } from './budget'
import { defusedLine, MAX_LISTED, setIn } from './fence'

/** Folder of the active scene. */
export const sceneFolder = (view: View): string => folderOf(view.session, view.scene?.number ?? 0)

/** The scene, its place and the way out of it: what stays while a scene is played. */
export function placeDrafts(view: View): Draft[] {
  const { scene, place } = view
  const drafts: Draft[] = []
  if (scene)
    drafts.push({
      id: 'scene',
      kind: 'scene',
      tier: 'hot',
      title: scene.title,
      source: `${sceneFolder(view)}/${fileName('scene')}`,
      parts: [`Scene ${scene.number}: ${defusedLine(scene.title)}`, `Aim: ${setIn(scene.aim)}`],
      why: 'the current scene'
    })
  if (!place) return drafts
  const source = pathOf('location', { region: place.region, id: place.id })
  if (place.gm_guide !== undefined)
    drafts.push({
      id: 'guide',
      kind: 'guide',
      tier: 'hot',
      title: `Guide to ${place.name}`,
      source,
      parts: [setIn(place.gm_guide)],
      why: 'the guide to this place, for the DM only'
    })
  drafts.push({
    id: 'place',
    kind: 'place',
    tier: 'hot',
    title: place.name,
    source,
    parts: placeParts(view, place),
    why: 'this place and its exits'
  })
  return drafts
}

function placeParts(view: View, place: NonNullable<View['place']>): string[] {
  const listed = (label: string, things: Record<string, string>): string[] => {
    const names = Object.entries(things)
      .slice(0, MAX_LISTED)
      .map(([id, name]) => (name === id ? id : `${defusedLine(name)} (${id})`))
    return names.length > 0 ? [`${label}: ${names.join(', ')}.`] : []
  }
  const tags = Object.entries(place.tags).map(([key, value]) => (value === true ? key : `${key} ${String(value)}`))
  return [
    `${defusedLine(place.name)} (${place.id})`,
    ...(place.description === '' ? [] : [setIn(place.description)]),
    ...place.exits.slice(0, MAX_LISTED).map((exit) => {
      const risks = exit.risks.length > 0 ? `; risks: ${exit.risks.map(defusedLine).join(', ')}` : ''
      const text = exit.description === '' ? '' : ` ${defusedLine(exit.description)}`
      return `Exit (${exit.journey}): ${defusedLine(exit.direction)} to ${defusedLine(exit.label)}, ${exit.duration}${risks}${exit.visited ? '; visited' : ''}.${text}`
    }),
    ...listed('Can be searched', place.features),
    ...listed('Lying here', place.items),
    ...(view.role === 'dm' && tags.length > 0 ? [`Tags: ${tags.join(', ')}.`] : []),
    ...(place.senses.length > 0 ? [`Here and now: ${place.senses.map(defusedLine).join('; ')}.`] : [])
  ]
}

/** The last `k` entries of the log; as much of it as there is room for when the scene has to be summed up. */
export function logDraft(view: View, k: number): Draft[] {
  if (view.log.length === 0) return []
  const due = view.closing === 'scene'
  const told = due ? view.log : view.log.slice(-k)
  return [
    {
      id: 'log',
      kind: due ? 'record' : 'log',
      tier: 'hot',
      title: 'What was said and done',
      source: `${sceneFolder(view)}/${fileName('log')}`,
      parts: told.map((entry) => lineOf(entry, view)),
      keep: 'last',
      why: (fitted) => `the last ${fitted} of ${view.entries} entries`
    }
  ]
}

const MADE = { narration: 'tells', speech: 'says', system: 'does', roll: 'rolls', scene: 'scene' } as const

function lineOf(entry: LogEntry, view: View): string {
  const actor = view.actors.find(({ id }) => id === entry.by)
  const changed = entry.changes ? changeLine(entry.changes, namesIn(view)) : ''
  return `${defusedLine(actor?.name ?? entry.by)} ${MADE[entry.kind]}: ${setIn(entry.text)}${changed === '' ? '' : ` [${defusedLine(changed)}]`}`
}

/** The names that a seat knows of actors and places; others stay ids. */
const namesIn = ({ actors, places = {}, place }: View): ChangeNames => ({
  actor: (id) => actors.find((actor) => actor.id === id)?.name ?? id,
  place: (id) => own(places, id) ?? (place?.id === id ? place.name : id)
})

/** A fight's order, private talk, facts: what may be different at every turn. */
export function turnDrafts(view: View): Draft[] {
  const drafts: Draft[] = []
  const name = (id: string): string => defusedLine(view.actors.find((actor) => actor.id === id)?.name ?? id)
  if (view.facts && Object.keys(view.facts).length > 0)
    drafts.push({
      id: 'facts',
      kind: 'facts',
      tier: 'hot',
      title: 'Facts',
      source: pathOf('state'),
      parts: Object.entries(view.facts)
        .slice(-MAX_LISTED)
        .map(([fact, value]) => (value === true ? fact : `${fact}: ${String(value)}`)),
      why: 'facts of the story, for the DM only'
    })
  if (view.mode === 'combat')
    drafts.push({
      id: 'order',
      kind: 'order',
      tier: 'hot',
      title: 'The fight',
      source: 'next',
      parts: [`Round ${view.round}. Still to act, in this order: ${(view.order ?? []).map(name).join(', ') || 'nobody'}.`],
      why: 'the current fight'
    })
  const talk = view.private.filter((line) => line.text !== '')
  if (talk.length > 0) {
    const player = view.role === 'dm' ? (view.answering ?? '') : view.who
    drafts.push({
      id: `private:${player}`,
      kind: 'private',
      tier: 'hot',
      title: 'In private',
      source: `${sceneFolder(view)}/${player}.md`,
      parts: talk.slice(-MAX_LISTED).map((line) => `${name(line.by)} in private: ${setIn(line.text)}`),
      keep: 'last',
      why: (fitted) => `the last ${fitted} of ${talk.length} lines between ${player} and the DM`
    })
  }
  return drafts
}

/** Where the table stands and what is asked now, in words. */
export function nowDraft(view: View, offers: readonly Offer[]): Draft {
  const spent = Object.entries(view.spent).map(([tool, count]) => `${tool} × ${count}`)
  const scene = view.scene ? `Turn ${view.scene.turns + 1} of at most ${view.scene.limit} in this scene.` : 'No scene is open.'
  const parts = [
    `It is ${view.at.replace('T', ' ').replace('Z', '')} in the story. Session ${view.session}, beat ${view.beat + 1}. ${scene}`,
    ...(spent.length > 0 ? [`Used so far in this turn: ${spent.join(', ')}.`] : []),
    asked(view),
    ...(offers.length === 0 ? ['You can do nothing now.'] : [])
  ]
  return { id: 'now', kind: 'now', tier: 'hot', title: 'Now', source: 'next', parts, ours: true, why: 'the request of this turn' }
}

/** What is asked of the DM. No name of the story stands in it: it is told without marks. */
const ASKED: Record<View['phase'], string> = {
  done: 'No session is open: open one.',
  open: 'Open the next scene where the party is, or end the session.',
  close: 'Summarise what was closed.',
  npc: 'In the fight it is the turn of one of your NPCs; your tools say whose. Decide for that NPC.',
  player: 'It is a player’s turn.',
  dm: 'It is your turn: narrate what happens, let the story act, then call on somebody.'
}

/** The sentence that asks. */
function asked(view: View): string {
  if (view.role === 'player') return view.phase === 'player' ? 'It is your turn.' : 'It is not your turn.'
  if (view.answering !== undefined) return 'A player has whispered to you: answer with speak, or pass.'
  if (view.phase === 'close')
    return view.closing === 'campaign' ? 'Summarise the campaign so far.' : `The ${view.closing ?? 'scene'} is closed: summarise it.`
  return view.phase === 'dm' && view.mode === 'combat' ? 'The round is over: narrate it in one go.' : ASKED[view.phase]
}
