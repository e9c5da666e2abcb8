import { MAX_RUNS } from '../../../shared/analysis/run-limits'
import { never } from '../../../shared/base/abort'
import { Problem } from '../../../shared/base/problem'
import { KNOWN_MODELS } from '../../agents/anthropic/models'
import { type SceneContents, type TranscriptSource, toldEntries } from '../../transcript/document'
import { oneLine } from '../../transcript/words'
import { listed } from '../../../shared/words/labels'
import { nameOf, party } from '../../engine/people'
import { timeSlices } from '../../work/time-slices'
import { BeatLines } from '../history/line'
import type { StoryReader } from '../reader'
import { gather } from '../transcript/gather'
import { entriesIn, type Run, type RunScene } from './run-text'

/** A run as its user names it: a revision, with the numbers of its first and last beats if there are any. */
interface RunName {
  revision: string
  from?: number
  to?: number
}

/** Reads "bold", "bold:40..90", "40..90", "bold:40.." and "bold:..90". Neither ".." nor ":" can be in the name of a branch. */
function runName(name: string): RunName {
  const [, revision = '', from = '', to = ''] = /^(?:([^:]*):)?(\d{0,9})\.\.(\d{0,9})$/.exec(name) ?? []
  if (from === '' && to === '') {
    if (name.includes('..') || name.includes(':'))
      throw new Problem('bad-input', `"${name}" isn't a run. Name a branch, tag or commit, with a range of beats if you like: main:40..90.`)
    return { revision: name }
  }
  return { revision: revision === '' ? 'HEAD' : revision, ...(from === '' ? {} : { from: Number(from) }), ...(to === '' ? {} : { to: Number(to) }) }
}

/**
 * Reads runs for judges; see `readBlind`. Throws also Problem `bad-input` for too few or too many.
 */
export async function readRuns(campaign: StoryReader, names: readonly string[], players: readonly string[]): Promise<Run[]> {
  if (names.length < 2) throw new Problem('bad-input', 'Judges compare runs. Name at least two after --runs, such as two branches.')
  if (names.length > MAX_RUNS)
    throw new Problem('bad-input', `Every pair of runs is compared, so ${names.length} runs are too many. Name at most ${MAX_RUNS}.`)
  return readBlind(campaign, names, players)
}

/** Reads runs without what tells where they come from. `players`: their models and commands. Throws Problem `bad-input`, `not-found`, `bad-file`. */
export async function readBlind(campaign: StoryReader, names: readonly string[], players: readonly string[]): Promise<Run[]> {
  const authors = new Set<string>()
  const lines = new BeatLines((id) => {
    const commit = campaign.history.commit(id)
    for (const one of Object.values(commit.author)) authors.add(one)
    return commit
  })
  const spans: Span[] = []
  for (const name of names) {
    const span = { name, ...(await spanOf(campaign, name, lines)) }
    const twin = spans.find(({ commit, from }) => commit === span.commit && from === span.from)
    if (twin?.name === name) throw new Problem('bad-input', `"${name}" is named twice. Name two different runs.`)
    if (twin) throw new Problem('bad-input', `"${twin.name}" and "${name}" are the same run. Name two different ones.`)
    spans.push(span)
  }
  const hidden = hiddenNames(campaign, [...authors, ...players])
  const runs: Run[] = []
  for (const { name, commit, from, to, commits } of spans) {
    const source = { ...(await contentsOf(campaign, commit)), from, to }
    const scenes = source.scenes.map((scene) => runScene(scene, source, hidden)).filter(({ entries }) => entries.length > 0)
    if (entriesIn(scenes) === 0)
      throw new Problem('bad-input', `Nothing was told in "${name}" (beats ${from} to ${to}). Play there first, or name another run.`)
    const { state } = campaign.past.files.at(campaign.history.commit(commit).tree)
    const players = party(state).map((id) => nameOf(state, id))
    const about = hidden([source.title, source.premise, `The players' characters: ${listed(players)}.`].map(oneLine).join('\n'))
    runs.push({ name, from, to, scenes, about, commits })
  }
  return runs
}

/** A run's name, its last commit, the numbers of its first and last beats, and the commits of beats by their numbers. */
interface Span {
  name: string
  commit: string
  from: number
  to: number
  commits: ReadonlyMap<number, string>
}

/** The last commit of a run, and the numbers of its first and last beats. */
async function spanOf({ history }: StoryReader, name: string, lines: BeatLines): Promise<Omit<Span, 'name'>> {
  const { revision, from = 0, to } = runName(name)
  const end = history.resolve(revision)
  if (end === undefined)
    throw new Problem('not-found', `This campaign has no branch, tag or commit "${revision}". Name one that it has; "git branch" lists the branches.`)
  const { ids, numbers, count } = await lines.of(end, timeSlices())
  const last = numbers[count - 1] ?? 0
  if (to !== undefined && from > to)
    throw new Problem('bad-input', `The beats of "${name}" are the wrong way round. Write ${revision}:${to}..${from}.`)
  if (from > last || (to ?? 0) > last)
    throw new Problem('bad-input', `"${revision}" has ${last} beats, so "${name}" goes beyond its end. Name beats up to ${last}.`)
  const at = to === undefined ? count - 1 : numbers.slice(0, count).findLastIndex((n) => n <= to)
  const commits = new Map(ids.slice(0, at + 1).flatMap((id, i) => (numbers[i] === undefined ? [] : [[numbers[i], id] as const])))
  return { commit: ids[at] ?? end, from, to: to ?? last, commits }
}

async function contentsOf(campaign: StoryReader, to: string): Promise<TranscriptSource> {
  const reading = gather(campaign, { to, private: false, stills: false }, never)
  for (;;) {
    const { done, value } = await reading.next()
    if (done && value) return value
    if (done) throw new Error('The transcript ended early.')
  }
}

function runScene(scene: SceneContents, source: TranscriptSource, hidden: (text: string) => string): RunScene {
  const place = scene.place === undefined ? '' : ` (${oneLine(scene.place)})`
  return {
    title: hidden(`Scene ${scene.number} of session ${scene.session}: ${oneLine(scene.title)}${place}`),
    ...(scene.summary === undefined ? {} : { recap: hidden(oneLine(scene.summary)) }),
    entries: toldEntries(scene, source).map(({ beat, passage }) => ({ beat, text: hidden(wordsOf(passage)) }))
  }
}

function wordsOf(passage: ReturnType<typeof toldEntries>[number]['passage']): string {
  if (passage.kind === 'told') return `The DM narrates: ${passage.text}`
  if (passage.kind === 'said') return `${passage.who} says: ${passage.text}`
  if (passage.kind === 'turned') return passage.text
  return passage.rolls.length === 0 ? passage.text : `${passage.text} (${passage.rolls.join('; ')})`
}

/** Replaces the names of branches, models, commands and authors in a text, but not characters' names or a single ordinary word. */
function hiddenNames({ history, snapshot }: StoryReader, names: readonly string[]): (text: string) => string {
  const branches = history.branches().map(({ name }) => name)
  const characters = new Set(Object.values(snapshot.state.actors).map(({ name }) => name))
  const all = new Set([...branches, ...names, ...KNOWN_MODELS, ...Object.values(history.person())])
  const telling = [...all].filter((one) => /[^\p{L}]/u.test(one.trim()) && one.length > 3 && !characters.has(one))
  const escaped = telling.toSorted((a, b) => b.length - a.length).map((one) => one.replaceAll(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`))
  const whole = new RegExp(String.raw`(?<![\p{L}\p{N}])(?:${escaped.join('|')})(?![\p{L}\p{N}])`, 'giu')
  return (text) => text.replaceAll(whole, '…')
}
