import { actorFolder, fileName, pathOf } from '../../../shared/story/layout'
import type { View } from '../../../shared/table/agents'
import type { DirectionText } from '../../../shared/table/direction'
import type { Offer } from '../../../shared/story/game'
import type { Context, TableSettings } from '../../../shared/table/turns'
import { draft, fit, type Draft } from './budget'
import { digestOf } from './digest'
import { defusedLine, setIn } from './fence'
import { eventDrafts, lifeDraft, summaryDrafts } from './behind'
import { logDraft, nowDraft, placeDrafts, turnDrafts } from './current-scene'
import { namedNoteDrafts, noteIndexDraft, type SeatNotes } from './notes'
import { peopleDrafts } from './people'
import { CRAFT, DM_ROLE, OUTPUTS, PLANNING, PLAYER_ROLE, RULES, STYLE } from './prompts'
import { shapesOf } from './shapes'
import { tokensOf } from './tokens'
import { underwayDrafts } from './underway'

/**
 * Assembles the context of one agent at the beginning of a turn. The parts that change least come first, so that the beginning stays the same from
 * turn to turn. Each tier keeps to its token limit, whatever the size of the campaign; a dropped piece is listed with the reason. A pure function of
 * its arguments.
 */
export function assemble(
  view: View,
  offers: readonly Offer[],
  { tiers, k }: Pick<TableSettings, 'tiers' | 'k'>,
  notes: SeatNotes = { total: 0, listed: [], named: [] },
  planning?: { skills: readonly string[] | undefined }
): Context {
  const drafts = [
    ...frameDrafts(view, planning !== undefined),
    ...summaryDrafts(view),
    ...eventDrafts(view),
    ...underwayDrafts(view),
    ...lifeDraft(view),
    ...noteIndexDraft(notes),
    ...placeDrafts(view),
    ...peopleDrafts(view),
    ...logDraft(view, k),
    ...namedNoteDrafts(notes),
    ...turnDrafts(view),
    ...skillsDraft(planning?.skills),
    nowDraft(view, offers)
  ]
  const pieces = fit(drafts, tiers)
  const tools = shapesOf(offers)
  const included = pieces.filter((piece) => piece.kept)
  const shown = tools.map(({ name, description, input_schema }) => JSON.stringify({ name, description, input_schema }))
  return {
    who: view.who,
    beat: view.beat + 1,
    pieces,
    tools,
    budget: tiers.frame + tiers.hot + tiers.warm + tiers.cold,
    tokens: included.reduce((sum, piece) => sum + piece.tokens, 0) + shown.reduce((sum, text) => sum + tokensOf(text), 0),
    digest: digestOf([...included.map((piece) => piece.text), ...shown].join('\n\n'))
  }
}

/** The id of the piece that lists what a plan can use. */
export const SKILLS = 'skills'

/** The pieces that stay the same through a campaign: instructions, the seat's character, the game. */
function frameDrafts(view: View, plans: boolean): Draft[] {
  const ours = (id: string, title: string, text: string, why: string): Draft => draft('frame', id, title, 'engine', [text], why, { ours: true })
  const floors = Object.entries(view.floors).map(([name, text]) => `${defusedLine(name)}: ${setIn(text)}`)
  const dm = view.role === 'dm'
  const directed = directionDrafts(view)
  return [
    ours('rules', 'How the table works', RULES, 'the same for every seat'),
    ours('role', dm ? 'The Dungeon Master' : 'A player', dm ? DM_ROLE : PLAYER_ROLE, 'the role of this seat'),
    ...(plans ? [ours('planning', 'Plans', PLANNING, 'this table’s DM works by plans')] : []),
    ...(dm ? [ours('craft', 'How to run the game', CRAFT, 'the craft of the Dungeon Master')] : []),
    ...(view.narration === undefined ? [] : [ours('outputs', 'How to narrate', OUTPUTS, 'this table’s DM narrates as scene trees')]),
    ours('style', 'How to write', STYLE, 'the same for every seat'),
    ...directed.filter(({ id }) => !isPersona(id)),
    draft(
      'frame',
      'game',
      view.game.name,
      pathOf('manifest'),
      [
        `Game: ${defusedLine(view.game.name)} ${defusedLine(view.game.version)}`,
        `Campaign: ${defusedLine(view.campaign)}`,
        ...(view.premise === '' ? [] : [setIn(view.premise)]),
        ...(floors.length > 0 ? ['Limits that the rules keep:', ...floors.map((floor) => `  ${floor}`)] : [])
      ],
      'the game, the campaign’s premise and the floors of its rules'
    ),
    // The pieces of this seat alone come last, so that all players share the cache of everything before them.
    ...directed.filter(({ id }) => isPersona(id)),
    ...(dm
      ? []
      : [draft('frame', 'you', view.who, `${actorFolder('player', view.who)}/${fileName('actor')}`, [youOf(view)], 'the character of this seat')])
  ]
}

/** The skills that a plan can use now, if the seat is to send a plan. */
function skillsDraft(skills: readonly string[] | undefined): Draft[] {
  if (skills === undefined) return []
  const parts = ['What the actions of your plan can use now:', ...skills]
  return [draft('hot', SKILLS, 'Skills', 'engine', parts, 'what a plan can use now, with the values to choose')]
}

const isPersona = (id: string): boolean => id.startsWith('persona:')

/** The designer's directions: the tone for everybody, the style of the DM, the persona of a player. */
function directionDrafts({ direction = {}, who }: View): Draft[] {
  const { tone, dm, persona } = direction
  const directed = (id: string, title: string, text: DirectionText | undefined, why: string): Draft[] => {
    if (text === undefined) return []
    const missing = text.problem ?? (text.text === '' ? `${text.path} has no text.` : undefined)
    return [
      draft('frame', id, text.problem === undefined ? `${title}: ${text.name}` : title, text.path, text.text.split('\n'), why, {
        kind: 'direction',
        direction: true,
        ...(missing === undefined ? {} : { missing })
      })
    ]
  }
  return [
    ...directed('direction:tone', 'Tone', tone, 'the tone of this table, chosen in Settings'),
    ...directed('direction:dm', 'DM style', dm, 'how the DM of this table plays, chosen in Settings'),
    ...directed(`persona:${who}`, 'Persona', persona, 'how this player plays, chosen in Settings')
  ]
}

function youOf(view: View): string {
  const self = view.actors.find((actor) => actor.id === view.who)
  return `Your character is ${defusedLine(self?.name ?? view.who)} (${defusedLine(view.who)}).`
}
