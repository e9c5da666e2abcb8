import { attempt } from '../../shared/base/attempt'
import { createHash } from 'node:crypto'
import { z } from 'zod'
import { visible } from '../../shared/base/visible'
import type { Game } from '../../shared/story/game'
import { type ActionCall, type Beat, Params, Roll, type Spent } from '../../shared/story/play'
import type { GameState } from '../../shared/story/state'
import { WRITER_KINDS, type Writer } from '../../shared/story/writers'
import type { Outcome } from '../engine/outcome'
import { DM, nameOf } from '../engine/people'
import { replacedFile } from './beat-files'
import { readTalk, talkLine } from './lines'

/** The SHA-1 of a text as commit trailers name it, in hex digits. */
export const digest = (text: string): string => createHash('sha1').update(text, 'utf8').digest('hex')

/** The beat message of a played beat. `files`: the files that the beat changes. `spent`, `writer`: what isn't part of the story. */
export function beatMessage(
  call: ActionCall,
  outcome: Outcome,
  before: GameState,
  game: Game,
  files: ReadonlyMap<string, unknown>,
  { spent, writer }: Pick<BeatMessage, 'spent' | 'writer'> = {}
): string {
  const { subject, params, rolls, state } = outcome
  const message = {
    subject,
    call: { ...call, params },
    beat: state.next.beat,
    rolls,
    scene: sceneOf(outcome, before),
    rules: game.hash,
    written: writtenIn(outcome, before, files),
    spent,
    writer
  }
  return formatBeatMessage(message)
}

const sceneOf = ({ state }: Outcome, before: GameState): string | undefined => state.scene?.path ?? before.scene?.path

/** The beat that `parseBeatMessage` reads from the message of a played beat, for a story that keeps no messages. */
export function beatOf(
  { id, parent, time }: { id: string; parent: string; time: number },
  call: ActionCall,
  outcome: Outcome,
  before: GameState,
  spent?: Spent
): Beat {
  const { kind, action, actor, as, agent } = call
  const scene = sceneOf(outcome, before)
  const known = spent && spentOf(trailersOf(spentLines(spent).join('\n')))
  return {
    id,
    time,
    subject: subjectLine(outcome.subject, action),
    parent,
    n: outcome.state.next.beat,
    kind,
    action,
    actor,
    ...(as === undefined ? {} : { as }),
    ...(agent === undefined ? {} : { agent }),
    ...(scene === undefined ? {} : { scene }),
    rolls: [...outcome.rolls],
    ...(known ? { spent: known } : {})
  }
}

const subjectLine = (subject: string, action: string): string => visible(subject.replace(/\s+/g, ' ').trim()) || action

/** The texts of a beat that `resolveParams` finds in the files it changed. A text recorded again unchanged changes no file. */
function writtenIn({ writes, state }: Outcome, before: GameState, files: ReadonlyMap<string, unknown>): Set<string> {
  const texts = writes.flatMap((write) => {
    const path = replacedFile(write, before)
    if (path !== undefined && !files.has(path)) return []
    if (write.kind === 'mutations') return []
    if (write.kind === 'log') return [write.entry.text]
    if (write.kind === 'private') return [readTalk(talkLine(DM, write.text, 0), (name) => name)[0]?.text ?? '']
    return [write.kind === 'note' ? write.content : write.kind === 'session' ? write.title : write.text]
  })
  return new Set(state.scene ? [...texts, state.scene.title, state.scene.aim] : texts)
}

/** The contents of a commit message about a beat. */
export interface BeatMessage {
  subject: string
  call: ActionCall | { kind: Beat['kind']; action: string; actor: string; as?: string; params: Params; agent?: string }
  beat: number
  rolls: Roll[]
  scene?: string | undefined
  rules: string
  /** The model that was called for the beat, its tokens and its cost. */
  spent?: Spent | undefined
  /** Who wrote the texts of a call that is played again. */
  writer?: Writer | undefined
  /** Texts that can be read from the beat's files. */
  written?: ReadonlySet<string>
}

/** Text params longer than this, in characters, are replaced by their digest if their text is in the tree. */
const MAX_INLINE_CHARACTERS = 160
const IN_TREE = '@tree:'

/** The author of the commit. */
export function authorOf(state: GameState, call: ActionCall): { name: string; email: string } {
  const who = call.as ?? call.actor
  return { name: nameOf(state, who), email: `${encodeURIComponent(who).replace(/%/g, '.')}@proscenium.invalid` }
}

/** A commit message: the subject, then one trailer per line, always in this order. */
export function formatBeatMessage(beat: BeatMessage): string {
  const { call } = beat
  const params = Object.fromEntries(
    Object.entries(call.params)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, value]) => [
        key,
        typeof value === 'string' && value.length > MAX_INLINE_CHARACTERS && beat.written?.has(value) ? IN_TREE + digest(value).slice(0, 16) : value
      ])
  )
  const lines = [
    `Action: ${call.action}`,
    `Actor: ${call.actor}`,
    ...(call.as === undefined ? [] : [`As: ${call.as}`]),
    ...(call.agent === undefined ? [] : [`Agent: ${call.agent}`]),
    ...(Object.keys(params).length === 0 ? [] : [`Params: ${visible(JSON.stringify(params))}`]),
    ...(beat.rolls.length === 0 ? [] : [`Rolls: ${visible(JSON.stringify(beat.rolls))}`]),
    ...(beat.scene === undefined ? [] : [`Scene: ${beat.scene}`]),
    ...(call.kind === 'play' ? [] : [`Kind: ${call.kind}`]),
    `Beat: ${beat.beat}`,
    `Rules: ${beat.rules.slice(0, 12)}`,
    ...spentLines(beat.spent),
    ...(beat.writer ? [`Writer: ${visible([beat.writer.by, beat.writer.model ?? []].flat().join(' ').replace(/\s+/g, ' '))}`] : [])
  ]
  return `${subjectLine(beat.subject, call.action)}\n\n${lines.join('\n')}\n`
}

/** A decimal number without exponent, with at most six decimals and no trailing zeros. */
const millionths = (cost: number): string => cost.toFixed(6).replace(/\.?0+$/, '')

/** The trailers for model, tokens and cost. The cost is in dollars, with at most six decimals. */
function spentLines({ model, tokens, cost }: Spent = {}): string[] {
  return [
    ...(model === undefined ? [] : [`Model: ${visible(model.replace(/\s+/g, ' '))}`]),
    ...(tokens === undefined ? [] : [`Tokens: ${tokens.input} in, ${tokens.output} out`]),
    ...(cost === undefined ? [] : [`Cost: ${millionths(cost)}`])
  ]
}

/** Parses the lines of `spentLines`; undefined if there are none. */
function spentOf(trailers: ReadonlyMap<string, string>): Spent | undefined {
  const model = trailers.get('Model')
  const tokens = /^(\d{1,12}) in, (\d{1,12}) out$/.exec(trailers.get('Tokens') ?? '')
  const cost = /^\d{1,9}(\.\d{1,6})?$/.exec(trailers.get('Cost') ?? '')
  if (model === undefined && !tokens && !cost) return undefined
  return {
    ...(model === undefined ? {} : { model }),
    ...(tokens ? { tokens: { input: Number(tokens[1]), output: Number(tokens[2]) } } : {}),
    ...(cost ? { cost: Number(cost[0]) } : {})
  }
}

/** Parses the trailer of a writer. */
function writerIn(text = ''): Writer | undefined {
  const [first, ...model] = text.split(' ')
  const by = WRITER_KINDS.find((kind) => kind === first)
  return by && { by, ...(model.length > 0 ? { model: model.join(' ') } : {}) }
}

/** The digest (16 hex digits) of a param whose value is in the tree; undefined for other values. */
export function digestInTree(value: unknown): string | undefined {
  return typeof value === 'string' && value.startsWith(IN_TREE) ? value.slice(IN_TREE.length) : undefined
}

const KINDS = ['play', 'edit', 'skill', 'script', 'import'] as const
const Rolls = z.array(Roll)

type Written = { id: string; parents: readonly string[]; time: number; message: string }
type Facts = Omit<Beat, 'rolls' | 'spent' | 'writer'>

/** Reads the trailers of a commit message, and the facts of its beat, except dice and costs. Never throws. */
export function beatFactsOf(commit: Written): { facts: Facts; trailers: ReadonlyMap<string, string> } {
  const [subject = ''] = commit.message.split('\n', 1)
  const trailers = trailersOf(commit.message.trimEnd())
  const action = trailers.get('Action')
  const actor = trailers.get('Actor')
  const number = Number(trailers.get('Beat') ?? Number.NaN)
  const kind = KINDS.find((k) => k === (trailers.get('Kind') ?? 'play'))
  const base = {
    id: commit.id,
    time: commit.time,
    subject: subject || '(no words)',
    ...(commit.parents[0] === undefined ? {} : { parent: commit.parents[0] })
  }
  if (action === undefined || actor === undefined || !Number.isInteger(number) || kind === undefined)
    return { facts: { ...base, n: -1, kind: 'foreign', action: 'edit', actor: 'designer' }, trailers: new Map() }
  const facts: Facts = { ...base, n: number, kind, action, actor }
  const [as, agent, scene] = [trailers.get('As'), trailers.get('Agent'), trailers.get('Scene')]
  if (as !== undefined) facts.as = as
  if (agent !== undefined) facts.agent = agent
  if (scene !== undefined) facts.scene = scene
  return { facts, trailers }
}

/** The action of a campaign's first commit. */
export const BEGINNING = 'new'

/** Returns whether a campaign begins with this commit. */
export function begins(commit: Written): boolean {
  // This is called for every commit that is read, so the full check must run rarely.
  if (!commit.message.includes(`\nAction: ${BEGINNING}\n`)) return false
  const { kind, action } = beatFactsOf(commit).facts
  return kind === 'import' && action === BEGINNING
}

/** The lines `Name: value` of a message's last paragraph, parsed without regular expressions, because a timeline reads tens of thousands. */
function trailersOf(message: string): ReadonlyMap<string, string> {
  const trailers = new Map<string, string>()
  const gap = message.lastIndexOf('\n\n')
  for (let from = gap < 0 ? 0 : gap + 2; from < message.length;) {
    const next = message.indexOf('\n', from)
    const end = next < 0 ? message.length : next
    const colon = nameEnd(message, from)
    if (colon > 0 && message.startsWith(': ', colon)) trailers.set(message.slice(from, colon), message.slice(colon + 2, end))
    from = end + 1
  }
  return trailers
}

/** The end of a name that consists of a capital and lower-case letters; -1 if there is none. */
function nameEnd(text: string, from: number): number {
  const [capital, first] = [text.charCodeAt(from), text.charCodeAt(from + 1)]
  if (!(capital >= 65 && capital <= 90 && first >= 97 && first <= 122)) return -1
  let at = from + 2
  for (let code = text.charCodeAt(at); code >= 97 && code <= 122; code = text.charCodeAt(at)) at++
  return at
}

/** Parses a commit as a beat, or as a `foreign` one without our trailers. Never throws. Params are parsed on access: a timeline shows none. */
export function parseBeatMessage(commit: Written): { beat: Beat; readonly params: Params } {
  const { facts, trailers } = beatFactsOf(commit)
  const spent = spentOf(trailers)
  const writer = writerIn(trailers.get('Writer'))
  const rolls = readJson(Rolls, trailers.get('Rolls')) ?? []
  return {
    beat: { ...facts, rolls, ...(spent ? { spent } : {}), ...(writer ? { writer } : {}) },
    get params() {
      return readJson(Params, trailers.get('Params')) ?? {}
    }
  }
}

/** Who acted, read from a message alone: the NPC through whom the DM acted, or the actor; undefined for a commit made outside the app. */
export function actsIn(message: string): string | undefined {
  const trailers = message.slice(message.trimEnd().lastIndexOf('\n\n') + 2)
  return /^As: (.*)$/m.exec(trailers)?.[1] ?? /^Actor: (.*)$/m.exec(trailers)?.[1]
}

function readJson<T>(schema: z.ZodType<T>, text: string | undefined): T | undefined {
  if (text === undefined) return undefined
  return attempt(() => schema.safeParse(JSON.parse(text)).data, undefined)
}
