import { actorFolder, fileName, pathOf, sceneFolder } from '../../../shared/story/layout'
import { describedBy } from '../../../shared/words/alt-text'
import type { View } from '../../../shared/table/agents'
import type { DirectionText } from '../../../shared/table/direction'
import type { Offer } from '../../../shared/story/game'
import type { Context, ContextPiece, Profile, TableSettings } from '../../../shared/table/turns'
import { draft, fit, lean, type PieceDraft, type PieceKind } from './budget'
import { digestOf } from './digest'
import { defusedLine, nameWithId, setIn, untitled } from './fence'
import { logDraft, nowDraft, placeDrafts, turnDrafts } from './current-scene'
import { LEAN_KINDS, leanLimits, leanShapes, leftOutWords } from './lean'
import { memoryDraft } from './memory'
import { summaryText } from './summary-text'
import { namedNoteDrafts, noteIndexDraft, type SeatNotes } from './notes'
import { peopleDrafts } from './people'
import { CRAFT, DM_ROLE, LEAN_DM_ROLE, LEAN_PLAYER_ROLE, LEAN_RULES, OUTPUTS, PLANNING, PLAYER_ROLE, RULES, STYLE } from './prompts'
import { shapesOf } from './shapes'
import { beginning, sentences, tokensOf } from './tokens'
import { underwayDrafts } from './underway'
import { own } from '../../../shared/base/json'
import { withoutNothing } from '../../../shared/words/nothing-yet'

/**
 * Assembles the context of one agent at the beginning of a turn. The parts that change least come first, so that the beginning stays the same from
 * turn to turn. Each tier keeps to its token limit, whatever the size of the campaign; a dropped piece is listed with the reason. A pure function of
 * its arguments. A `lean` context keeps to limits of its own.
 */
export function assemble(
  view: View,
  offers: readonly Offer[],
  settings: Pick<TableSettings, 'tiers' | 'k'>,
  notes: SeatNotes = { total: 0, listed: [], named: [] },
  planning?: { skills: readonly string[] | undefined },
  profile?: Profile
): Context {
  const isLean = profile === 'lean'
  const { tiers, k } = isLean ? leanLimits(view) : settings
  const drafts = [
    ...frameDrafts(view, planning !== undefined, isLean),
    ...summaryDrafts(view),
    ...eventDrafts(view),
    ...underwayDrafts(view),
    ...lifeDraft(view),
    ...noteIndexDraft(notes),
    ...placeDrafts(view),
    ...peopleDrafts(view),
    ...logDraft(view, k),
    ...memoryDraft(notes.memory ?? []),
    ...namedNoteDrafts(notes),
    ...turnDrafts(view, notes.factsByAge),
    ...skillsDraft(planning?.skills),
    nowDraft(view, offers)
  ]
  const pieces = isLean ? leanPieces(drafts, tiers) : fit(drafts, tiers)
  const tools = isLean ? leanShapes(offers, view) : shapesOf(offers)
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

/** The pieces that fit into a lean context. The request says what was left out or shortened. */
function leanPieces(drafts: readonly PieceDraft[], tiers: TableSettings['tiers']): ContextPiece[] {
  const isWhole = ({ kept, why }: ContextPiece): boolean => kept && !why.includes('; cut from ')
  const placed = fit(drafts, tiers, lean(LEAN_KINDS))
  const words = leftOutWords(drafts.flatMap(({ kind, tier }, at) => (tier === 'frame' || isWhole(placed[at] as ContextPiece) ? [] : [kind])))
  if (words === '') return placed
  const told = drafts.map((one) => (one.id === 'now' ? { ...one, parts: one.parts.toSpliced(-1, 0, words) } : one))
  return fit(told, tiers, lean(LEAN_KINDS))
}

/** The id of the piece that lists what a plan can use. */
export const SKILLS = 'skills'

/** The pieces that stay the same through a campaign: instructions, the seat's character, the game. */
function frameDrafts(view: View, plans: boolean, isLean: boolean): PieceDraft[] {
  const ours = (id: string, title: string, text: string, why: string): PieceDraft => draft('frame', id, title, 'engine', [text], why, { ours: true })
  const floors = Object.entries(view.floors).map(([name, text]) => `${defusedLine(name)}: ${setIn(text)}`)
  const dm = view.role === 'dm'
  const directed = directionDrafts(view)
  return [
    ours('rules', 'How the table works', isLean ? LEAN_RULES : RULES, 'the same for every seat'),
    ours('role', dm ? 'The Dungeon Master' : 'A player', roleText(dm, isLean), 'the role of this seat'),
    ...(plans ? [ours('planning', 'Plans', PLANNING, 'this table’s DM works by plans')] : []),
    ...(dm && !isLean ? [ours('craft', 'How to run the game', CRAFT, 'the craft of the Dungeon Master')] : []),
    ...(view.narration === undefined ? [] : [ours('outputs', 'How to narrate', OUTPUTS, 'this table’s DM narrates as scene trees')]),
    ...(isLean ? [] : [ours('style', 'How to write', STYLE, 'the same for every seat')]),
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

const roleText = (dm: boolean, isLean: boolean): string => (dm ? (isLean ? LEAN_DM_ROLE : DM_ROLE) : isLean ? LEAN_PLAYER_ROLE : PLAYER_ROLE)

/** The skills that a plan can use now, if the seat is to send a plan. */
function skillsDraft(skills: readonly string[] | undefined): PieceDraft[] {
  if (skills === undefined) return []
  const parts = ['What the actions of your plan can use now:', ...skills]
  return [draft('hot', SKILLS, 'Skills', 'engine', parts, 'what a plan can use now, with the values to choose')]
}

const isPersona = (id: string): boolean => id.startsWith('persona:')

/** The designer's directions: the tone for everybody, the style of the DM, the persona of a player. */
function directionDrafts({ direction = {}, who }: View): PieceDraft[] {
  const { tone, dm, persona } = direction
  const directed = (id: string, title: string, text: DirectionText | undefined, why: string): PieceDraft[] => {
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
  return `Your character is ${nameWithId(self?.name ?? view.who, view.who)}.`
}

/** The text in place of the rest of a long answer. */
const CUT = '\n[The rest was left out, because this turn has no more room for lookups. Search more narrowly, or act.]'

/** The answer of a lookup, cut to the tokens that the cold tier has left (`left`), in a lean context after a sentence. Returns the tokens that are left afterwards. */
export function lookedUp(answer: string, left: number, profile?: Profile): { text: string; left: number } {
  const tokens = tokensOf(answer)
  return tokens <= left
    ? { text: answer, left: left - tokens }
    : { text: `${(profile === 'lean' ? sentences : beginning)(answer, left)}${CUT}`.trim(), left: 0 }
}

/** The maximum number of story events, and of single scenes or sessions, in a context. */
const MAX_EVENTS = 6
const MAX_RECAPS = 12

/** The summaries of earlier scenes and sessions, the oldest first. Summaries that are the input of a due summary get their tokens first. */
function summaryDrafts(view: View): PieceDraft[] {
  const { closing, session: number } = view
  const { campaign, session, scenes, sessions = [] } = view.summaries
  const summary = (id: string, kind: PieceKind, title: string, source: string, text: string, why: string): PieceDraft => {
    const due = closing === 'campaign' || (closing === 'session' && kind === 'recap')
    return draft('warm', `summary:${id}`, title, source, setIn(summaryText(text)).split('\n'), why, { kind: due ? 'due' : kind })
  }
  const scene = (text: string, n: number): PieceDraft => {
    const source = `${sceneFolder(number, n)}/${fileName('sceneSummary')}`
    return summary(`scene-${n}`, 'recap', `Scene ${n} of this session`, source, text, 'an earlier scene of this session')
  }
  const earlier = (text: string, n: number): PieceDraft =>
    summary(`session-${n}`, 'recap', `Session ${n}`, pathOf('sessionSummary', { session: String(n) }), text, 'an earlier session, due for a summary')
  const ofSession = pathOf('sessionSummary', { session: String(number) })
  return [
    ...(campaign === undefined || withoutNothing(campaign) === ''
      ? []
      : [summary('campaign', 'campaign', 'The campaign so far', pathOf('summary'), campaign, 'what happened in earlier sessions')]),
    ...latest(sessions, earlier),
    ...latest(scenes, scene),
    ...(session === undefined ? [] : [summary('session', 'session', 'This session', ofSession, session, 'what happened in this session')])
  ]
}

/** Drafts of the last `MAX_RECAPS` texts, numbered from 1. Later ones are more urgent. */
function latest(texts: readonly string[], draftOf: (text: string, n: number) => PieceDraft): PieceDraft[] {
  const first = Math.max(0, texts.length - MAX_RECAPS)
  return texts.slice(first).map((text, at) => ({ ...draftOf(text, first + at + 1), urgency: at }))
}

/** The entries of a character's own timeline. */
function lifeDraft({ who, life }: View): PieceDraft[] {
  if (!life) return []
  const why = (fitted: number): string => `the last ${fitted} entries of your own timeline`
  const source = `${actorFolder('player', who)}/${fileName('timeline')}`
  return [draft('warm', `life:${who}`, 'Your life so far', source, life.map(setIn), why, { keep: 'last' })]
}

/** The story events that can be played now, for the DM. The event of this scene comes first. */
function eventDrafts(view: View): PieceDraft[] {
  const ready = (view.story ?? []).filter((event) => event.ready && (!event.done || event.id === view.scene?.story))
  return ready
    .toSorted((a, b) => Number(b.id === view.scene?.story) - Number(a.id === view.scene?.story) || a.order - b.order)
    .slice(0, MAX_EVENTS)
    .map((event) => {
      const shows = describedBy(event.picture?.alt)
      const parts = [
        `${defusedLine(event.title)}${event.id === event.title ? '' : ` (${event.id})`}, at ${defusedLine(own(view.places, event.place) ?? event.place)}`,
        `Aim: ${setIn(event.aim)}`,
        ...(event.done_when.length > 0 ? [`It is over when: ${event.done_when.map(defusedLine).join(', ')}`] : []),
        ...(event.isPrepared ? ['It has a prepared scene: play it with run_scene.'] : []),
        ...(event.body === '' ? [] : [setIn(untitled(event.body, event.title))]),
        ...(shows === undefined ? [] : [`Readers see a picture when it opens. It shows: ${setIn(shows)}`]),
        ...event.opening.slice(0, 1).map((text) => `It may open like this: ${setIn(text)}`),
        // What is said at its end would give away how it ends.
        ...(event.done ? event.closing : []).slice(0, 1).map((text) => `It may close like this: ${setIn(text)}`)
      ]
      const why = event.id === view.scene?.story ? 'the story event of this scene' : 'a story event that is ready'
      return draft('warm', `event:${event.id}`, event.title, pathOf('storyEvent', { id: event.id }), parts, why)
    })
}
