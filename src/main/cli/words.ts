import { needOf, needWords } from '../../shared/words/need-words'
import { changeLine, type ChangeNames, repeatsChanges } from '../../shared/words/change-words'
import { CONTRADICTIONS, judgedBy, quoted } from '../../shared/words/contradiction-words'
import type { Contradiction } from '../../shared/analysis/contradictions'
import { own } from '../../shared/base/json'
import { capitalised, counted } from '../../shared/words/labels'
import type { Refusal, Availabilities } from '../../shared/table/present'
import { type CheckReport, groupsOf, type VerifyReport } from '../../shared/analysis/reports'
import type { ParamDef } from '../../shared/story/game'
import type { Beat, LogEntry, Roll } from '../../shared/story/play'
import type { ProblemData } from '../../shared/base/problem'
import { timeOf, type Actor, type GameState } from '../../shared/story/state'
import type { NoteOnBeat } from '../../shared/story/director-notes'
import { writersOf, writerWords } from '../../shared/story/writers'
import type { GameNames, StoryLine } from '../../shared/contract/story-calls'
import type { PlaySummary } from './campaigns'

/** The first digits of a commit id, enough to identify it. */
export const shortId = (id: string): string => id.slice(0, 8)

/** A beat as one line: number, short id, subject. */
export const beatLine = (beat: Beat): string => `${beat.n} ${shortId(beat.id)} ${beat.subject}`

/** `2d6+1 = 7, 8 or less: success`. */
export function rollLine(roll: Roll): string {
  const needed = needOf(roll)
  const need = needed === undefined ? '' : `, ${needWords(needed)}`
  const outcome = roll.outcome ? `: ${roll.outcome}` : ''
  return `${roll.label ? `${roll.label} ` : ''}${roll.expr} = ${roll.total}${need}${outcome}`
}

/** A refused call as a line: "(Wren, search: There is nothing here.)". */
export const refusalLine = ({ by, action, reason }: Refusal): string => `(${by}, ${action}: ${reason})`

/** A contradiction as a line: "(Uses a closed journey: “…” But: The way is closed until the fact “hatch-open” holds. See world/….)". */
const contradictionLine = ({ kind, quote, fact, source, model }: Contradiction): string =>
  `(${CONTRADICTIONS[kind]}: ${quoted(quote)} But: ${fact} See ${'file' in source ? source.file : `beat ${source.beat}`}.${model === undefined ? '' : ` ${judgedBy(model)}`})`

/** What is printed besides the lines of a log: the writers of each line, and the director's notes on it. */
export interface LogExtras {
  writers?: boolean
  notes?: readonly NoteOnBeat[]
}

/** The log in words, one entry per line; a scene's first entry is its heading. With a `limit` only the last entries. */
export function storyWords(lines: readonly StoryLine[], names: ChangeNames, limit = Infinity, { writers, notes = [] }: LogExtras = {}): string {
  const noted = new Map(notes.map((note) => [note.commit, notes.filter(({ commit }) => commit === note.commit)]))
  const words = lines.map(({ entry, scene, commit, refused = [], contradictions = [], parts = [] }, i) => {
    const wrote = writers && parts.length > 0 ? ` (${writersOf(parts).map(writerWords).join(', ')})` : ''
    const isLast = lines[i + 1]?.commit !== commit
    return [
      entryWords(entry, lines[i - 1]?.scene !== scene, names) + wrote,
      ...contradictions.map(contradictionLine),
      ...refused.map(refusalLine),
      ...(isLast ? (noted.get(commit) ?? []).map(noteLine) : [])
    ].join('\n')
  })
  return words.slice(-limit).join('\n').trim()
}

const noteLine = ({ text, quote, done, by }: NoteOnBeat): string => {
  const about = quote === undefined ? '' : ` on ${quoted(quote)}`
  return `  [${done ? 'Done: ' : ''}director’s note${by === undefined ? '' : ` by ${by}`}${about}] ${text.replaceAll('\n', '\n  ')}`
}

function entryWords(entry: LogEntry, first: boolean, names: ChangeNames): string {
  const rolls = entry.rolls?.length ? ` [${entry.rolls.map(rollLine).join('; ')}]` : ''
  if (first && entry.kind === 'scene') return `\n## ${entry.text}`
  if (entry.kind === 'speech') return `${names.actor(entry.by)}: “${entry.text}”`
  const changed = entry.changes && !repeatsChanges(entry.text, entry.changes, names) ? changeLine(entry.changes, names) : ''
  return entry.text + rolls + (changed === '' ? '' : ` [${changed}]`)
}

/** A name, followed by the id for commands if it differs. */
const nameAndId = (name: string, id: string): string => (name === id ? name : `${name} (${id})`)

function actorWords(id: string, actor: Actor, state: GameState, names: GameNames): string {
  const stats = Object.entries(actor.stats).map(([stat, value]) => {
    const max = own(actor.max, stat)
    return `${own(names.stats, stat) ?? stat} ${value}${max === undefined ? '' : `/${max}`}`
  })
  const conditions = Object.keys(actor.conditions).map((one) => own(names.conditions, one) ?? one)
  const carried = Object.values(actor.inventory).map((item) => {
    const name = item.name ?? own(names.items, item.item) ?? item.item
    return (item.count ?? 1) === 1 ? name : `${item.count} × ${name}`
  })
  return [
    `${nameAndId(actor.name, id)}, at ${own(state.places, actor.location)?.name ?? actor.location}`,
    `  ${stats.join(', ')}`,
    ...(conditions.length > 0 ? [`  under: ${conditions.join(', ')}`] : []),
    ...(carried.length > 0 ? [`  carries: ${carried.join(', ')}`] : [])
  ].join('\n')
}

/** The current state in words: time, scene, turn, and the players' sheets. */
export function stateWords(state: GameState, names: GameNames): string {
  const { next, scene } = state
  const players = Object.entries(state.actors).filter(([, actor]) => actor.kind === 'player')
  const facts = Object.entries(state.facts).filter(([, value]) => value !== false)
  return [
    `${timeOf(state)}, after ${next.beat} beats`,
    scene
      ? `Session ${next.session}, scene ${next.scene}: ${scene.title}, at ${own(state.places, scene.place)?.name ?? scene.place}`
      : 'No scene is open.',
    `Next: ${own(state.actors, next.actor)?.name ?? next.actor} (${next.phase}${next.mode === 'combat' ? `, round ${next.round} of a fight` : ''})`,
    '',
    ...players.map(([id, actor]) => actorWords(id, actor, state, names)),
    ...(facts.length > 0 ? ['', `Known: ${facts.map(([fact, value]) => (value === true ? fact : `${fact} = ${value}`)).join(', ')}`] : [])
  ].join('\n')
}

const MAX_CHOICES = 6

/** A parameter: `target: Ghoul, Mira`, `item?: text`. */
function paramWords({ name, type, required, enum: values, labels }: ParamDef): string {
  const some = values?.slice(0, MAX_CHOICES).map((value) => own(labels, value) ?? value) ?? []
  const more = values && values.length > MAX_CHOICES ? [`${values.length - MAX_CHOICES} more`] : []
  const choices = values ? [...some, ...more].join(', ') : type === 'number' ? 'a number' : 'text'
  return `${name}${required ? '' : '?'}: ${choices}`
}

const called = (who: string) => (who === 'DM' ? 'the DM' : who)

/** Every action of an actor as a table: first the available ones, then the others with their reasons. */
export function actionsWords(as: string, { turn, list }: Availabilities): string {
  const wide = list.reduce((most, { action }) => Math.max(most, action.length), 0)
  const row = (action: string, words: string) => `  ${action.padEnd(wide)}  ${words}`.trimEnd()
  const can = list.filter(({ reason }) => reason === undefined)
  const cannot = list.filter(({ reason }) => reason !== undefined)
  return [
    `It's ${called(turn)}'s turn.${turn === as ? '' : ` On ${called(as)}'s turn:`}`,
    '',
    can.length > 0 ? `${capitalised(called(as))} can:` : `${capitalised(called(as))} can do nothing.`,
    ...can.map(({ action, params = [] }) => row(action, params.map(paramWords).join('; '))),
    ...(cannot.length > 0 ? ['', `${capitalised(called(as))} can't, and why:`, ...cannot.map(({ action, reason = '' }) => row(action, reason))] : [])
  ].join('\n')
}

/** The report of `verify`: three counts, and each beat whose replay differs. */
export function verifyWords(report: VerifyReport, sinceChecked = false): string {
  const bad = report.mismatches.map(({ beat, message, paths }) => `${beatLine(beat)}: ${message}${paths.length > 0 ? ` (${paths.join(', ')})` : ''}`)
  const { since } = report
  const from = since
    ? `Replayed the beats after ${since.n < 0 ? '' : `beat ${since.n} `}${since.commit.slice(0, 8)}. This machine had verified the earlier ones.`
    : 'This machine had not verified any beat of this branch, so all were replayed.'
  return [
    ...(sinceChecked ? [from] : []),
    ...bad,
    ...(report.otherEngine > 0 ? [`${counted(report.otherEngine, 'beat')} could not be compared, because another engine version played them.`] : []),
    `Played: ${report.play}. Edited: ${report.edit}. From other tools: ${report.foreign}. Mismatches: ${bad.length}.`
  ].join('\n')
}

function findingLine(one: ProblemData): string {
  const { file, line } = one.data ?? {}
  if (typeof file !== 'string') return one.message
  const at = typeof line === 'number' ? line : 1
  // Many sentences begin with the file, for readers who don't see the place separately.
  const prefix = [`${file}: `, `${file}, line ${at}: `].find((start) => one.message.startsWith(start)) ?? ''
  return `${file}:${at}  ${one.message.slice(prefix.length)}`
}

/**
 * The report of `check`, most urgent first: a line for each finding, `file:line  sentence`, then the counts and what was examined. Remarks on the
 * rules of a bundled game are only counted, unless `all` is set.
 */
export function checkWords({ findings, states, calls, world, contradictions = [] }: CheckReport, all = false): string {
  const { errors, unreached, intentions, stock } = groupsOf(findings)
  const checked =
    states === 0
      ? 'Nothing was played, because the game does not load.'
      : `Checked ${counted(states, 'state')} in ${counted(calls, 'call')}${world === 'campaign' ? '' : ', in a small world made up for this game'}.`
  const contradicted = contradictions.flatMap(({ beat, commit, contradictions }) =>
    contradictions.map((one) => `beat ${beat} ${shortId(commit)} ${contradictionLine(one)}`)
  )
  const part = (title: string, some: readonly ProblemData[]): string[] => (some.length === 0 ? [] : [`${title}:`, ...some.map(findingLine), ''])
  const hidden =
    all || stock.length === 0 ? [] : [`${counted(stock.length, 'note')} on the bundled rules, which you did not change. Show them with --all.`]
  return [
    ...part('Errors', errors),
    ...part('Never reached, or no way back', unreached),
    ...part('Possibly intentional', intentions),
    ...(all ? part('The bundled rules, possibly intentional', stock) : []),
    ...(contradicted.length === 0 ? [] : ['Contradictions with the record:', ...contradicted, '']),
    ...hidden,
    `${counted(errors.length, 'error')}, ${unreached.length} never reached, ${intentions.length + stock.length} possibly intentional${contradicted.length === 0 ? '' : `, ${counted(contradicted.length, 'contradiction')} in the story`}. ${checked}`
  ].join('\n')
}

const LOST = 'The whole party is dead or gone. Open the campaign and continue from an earlier beat, or create a new campaign.'
const ENDED = "The campaign has ended. To go on anyway, open it in the app, play the DM's seat yourself and open another session."
/** A summary of `play`. Scenes and sessions are those that ended; for a lost party or an ended campaign it gives the next step. */
export function playedWords(played: PlaySummary): string {
  if (played.aside !== undefined) return `Moved the changed files to ${played.aside}.\n${playedWords({ ...played, aside: undefined })}`
  const over = played.ended ? ENDED : played.lost ? LOST : undefined
  if (played.beats === 0) return over ?? 'There is nothing left to play.'
  const summary = `Played ${counted(played.beats, 'beat')}. Finished ${counted(played.scenes, 'scene')} and ${counted(played.sessions, 'session')}.`
  return over === undefined ? summary : `${summary}\n${over}`
}
