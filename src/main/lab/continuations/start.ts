import { Problem } from '../../../shared/base/problem'
import type { ContinueGrid, ModelSeats } from '../../../shared/lab/continuation'
import type { Game } from '../../../shared/story/game'
import { counted } from '../../../shared/words/labels'
import { party as playersOf, DM } from '../../engine/people'
import { MemoryObjects } from '../../story/edits/overlay'
import { Beginning } from '../../story/memory-story'
import type { StoryReader } from '../../story/reader'
import { type ScratchBeat, ScratchLine } from '../../story/trying/scratch-line'
import { nobody } from '../../table/seats'
import { deciderNow } from '../../table/table-turn'
import type { Lab } from '../lab'
import { type LabMaterial, partyFiles } from '../material'

/** A session of a run after one of its beats, in memory. `beats`: those on top of the commit, as they would be committed. */
export interface Start {
  session: number
  from: number
  commit: string
  beats: ScratchBeat[]
  material: LabMaterial
  /** The game of the commit, which the caller keeps loaded. */
  game: Game
  /** The ids of the seats that models play. */
  seats: string[]
}

/**
 * The starts of a grid; a session without a beat starts at the one at which it became unusual. Throws Problem `not-found`, `rule-failed`, `bad-input` for a
 * beat after which nothing is left to play.
 */
export async function startsOf(
  lab: Pick<Lab, 'beats' | 'session' | 'odd'>,
  run: string,
  { sessions, seats, personas }: ContinueGrid,
  { commit, material, game }: Pick<Start, 'commit' | 'material' | 'game'>
): Promise<Start[]> {
  const twice = sessions.find(({ session }, i) => sessions.findIndex((other) => other.session === session) !== i)
  if (twice) throw new Problem('bad-input', `Session ${twice.session} is named twice. Name each session once.`)
  const open = sessions.filter(({ from }) => from === undefined).map(({ session }) => session)
  const odd = open.length === 0 ? [] : (await lab.odd(run, open.length, open)).sessions
  const starts: Start[] = []
  for (const { session, from = odd.find((one) => one.session === session)?.at } of sessions) {
    if (from === undefined)
      throw new Problem('bad-input', `Session ${session} isn't unusual, so it has no beat to begin from. Name one with --from, or in the form.`)
    const { row } = await lab.session(run, session)
    if (from > row.beats)
      throw new Problem('bad-input', `Session ${session} has ${counted(row.beats, 'beat')}. Continue it from beat ${row.beats} or before.`)
    const beats = await lab.beats(run, session)
    // The first ones prepare the session.
    const start = { session, from, commit, beats: beats.slice(0, beats.length - row.beats + from), material, game, seats: [] }
    const now = beginningAt(start)
    // An unknown persona is found before anything is played.
    if (starts.length === 0) for (const persona of personas) personaFiles(start, now, persona)
    if (deciderNow({ state: now.state, game }) === undefined)
      throw new Problem('bad-input', `Session ${session} is over after beat ${from}, so nothing is left to continue. Choose an earlier beat.`)
    starts.push({ ...start, seats: seatsOf(seats, now) })
  }
  return starts
}

/** The ids of the seats that are meant. Throws Problem `not-found`. */
function seatsOf(seats: ModelSeats, { state }: Pick<Beginning, 'state'>): string[] {
  const players = [...playersOf(state)]
  if (seats === 'all') return [DM, ...players]
  if (seats === 'dm') return [DM]
  if (seats === 'players') return players
  const known = [DM, ...players]
  return seats.map((seat) => {
    const id = known.find((one) => one.toLowerCase() === seat.toLowerCase())
    if (id === undefined) throw nobody(seat, state)
    return id
  })
}

/** The files of the campaign at a start, by path. */
function filesAt({ material, beats }: Pick<Start, 'material' | 'beats'>): Map<string, Buffer> {
  const files = new Map<string, Buffer>([...material.files].map(([path, bytes]) => [path, Buffer.from(bytes)]))
  for (const beat of beats)
    for (const [path, bytes] of beat.files) {
      if (bytes) files.set(path, bytes)
      else files.delete(path)
    }
  return files
}

/** A start as the beginning of stories in memory, with the players' persona if one is given. Throws Problem `bad-input` for an unknown one. */
export function beginningAt(start: Pick<Start, 'material' | 'beats' | 'game'>, persona?: string): Beginning {
  const files = filesAt(start)
  const story = new Map([...files].filter(([path]) => !path.startsWith('rules/')))
  const beginning = new Beginning(story, start.game)
  const edits = personaFiles(start, beginning, persona)
  return edits.size === 0 ? beginning : new Beginning(new Map([...story, ...edits]), start.game)
}

const personaFiles = (start: Pick<Start, 'material' | 'beats'>, { state, settings }: Beginning, persona: string | undefined): Map<string, Buffer> =>
  persona === undefined
    ? new Map()
    : partyFiles({ ...start.material, files: filesAt(start) }, { state, settings }, { name: persona, personas: { all: persona }, share: 1 })

/** The beats of a continuation before its own: those of the session, and the edit that gives the players another persona. */
export async function beatsBefore(start: Start, { history, past }: StoryReader, persona: string | undefined): Promise<ScratchBeat[]> {
  const edits = personaFiles(start, beginningAt(start), persona)
  if (edits.size === 0) return start.beats
  const objects = new MemoryObjects(history)
  let root = history.commit(start.commit).tree
  for (const { files } of start.beats) root = objects.grow(root, files)
  const line = new ScratchLine(objects, past.files, { root, ...past.files.over(objects).at(root), game: start.game })
  await line.edit(edits, `From here on the players are “${persona}”`, {})
  return [...start.beats, ...line.beats]
}
