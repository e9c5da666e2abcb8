import { canonical, isObject, own, type Json } from '../../shared/base/json'
import { freeName, slug } from '../../shared/story/names'
import { checkNarratorOutput, type NarratorViolation, violationLine, pathWords } from '../../shared/narrator/check'
import { readJsonText } from '../../shared/narrator/json-text'
import { EXITS } from '../../shared/narrator/open-words'
import { type NarratorOutput, SceneTree, sceneTreeText, type SceneTreeNarration, type Seed } from '../../shared/narrator/output'
import { elapsedMinutes } from '../../shared/narrator/time-elapsed'
import { Problem } from '../../shared/base/problem'
import type { Params } from '../../shared/story/play'
import type { GameState, SceneState } from '../../shared/story/state'
import type { Run } from './actions'
import { unclicked } from './open-words'
import type { VerbOutcome, Write } from './outcome'
import { storable } from './params'
import { DM, nameOf } from './people'
import type { Scribe } from './scribe'
import { SCENE_TEXT } from './narrator-offers'
import type { VerbCall } from './verb-call'
import { FOLLOW_UP } from '../../shared/narrator/follow-up'
import { perhaps } from '../../shared/base/suggest'

/** The maximum number of violations that a refusal lists. */
const MAX_LISTED = 20
/** Minutes that pass when the players wait, unless the scene tree's exit says that no time passes. */
const WAIT_MINUTES = 60

/**
 * Narrates a narrator's output: its dialogue, then the narration of its scene tree, which stays open for clicks. Moves the clock by the output's
 * elapsed time, and turns its seeds into threads. Throws Problem `refused` (`data.wrongOutput`) with all violations. SPEC.md K1–K4.
 */
export function tellOutput({ state, params, run, scribe, documents }: VerbCall): VerbOutcome {
  const { told, mutations, violations } = readOutput(state, outputText(params), documents.narratives)
  if (!told) throw wrongOutput(violations)
  const tree = SceneTree.safeParse(told.scene).data
  const minutes = tree && told.time_elapsed !== undefined ? (elapsedMinutes(told.time_elapsed) ?? 0) : 0
  const { scene, ...talk } = { ...told, ...(mutations.length === 0 ? {} : { mutations }) }
  const writes = [...(told.dialogue ?? []), ...(tree?.narration ?? [])].map((one) => entryOf(state, one, scribe))
  const text = tree && sceneTreeText(tree)
  const seeded = { ...state, threads: withSeeds(state.threads, told.seeds ?? [], scribe.beat) }
  const shown = tree && state.scene ? { ...seeded, scene: { ...withoutTree(state.scene), tree: canonical<SceneTree>(tree) } } : seeded
  return {
    state: afterMinutes(shown, minutes, run),
    writes: [
      ...writes,
      ...(text === undefined ? [] : [{ kind: 'scene-tree' as const, text }]),
      ...(mutations.length === 0 ? [] : [{ kind: 'mutations' as const, items: mutations }])
    ],
    subject: subjectOf(writes),
    answer: tree ? `Told. ${minutes} minutes pass, and the players can click the words of the scene.` : 'Told.',
    params: text === undefined ? { output: JSON.stringify({ ...talk, scene }) } : { output: JSON.stringify(talk), [SCENE_TEXT]: text }
  }
}

/** The complete output as JSON text. The parameters of a recorded beat hold the scene separately, because it is stored in a file. */
function outputText(params: Params): string {
  const [output, text] = [String(params['output'] ?? ''), params[SCENE_TEXT]]
  if (typeof text !== 'string') return output
  const [talk, scene] = [readJsonText(output).value, readJsonText(text).value]
  return isObject(talk) ? JSON.stringify({ ...talk, scene }) : output
}

interface ReadOutput {
  told?: Omit<NarratorOutput, 'mutations'> | undefined
  mutations: Json[]
  violations: NarratorViolation[]
}

/** The output of a narrator with texts in the form of the campaign's files, or its violations. Mutations are checked where they are applied. */
function readOutput(state: GameState, text: string, narratives: readonly string[]): ReadOutput {
  const { value, problem } = readJsonText(text)
  // The check sees the keys and texts as the files will hold them, whatever form the model sent.
  const clean = problem === undefined ? storableIn(value) : undefined
  const { told, violations: first } = checkNarratorOutput(problem === undefined ? JSON.stringify(clean) : text)
  const sent = isObject(clean) ? own(clean, 'mutations') : undefined
  const mutations = Array.isArray(sent) ? sent : []
  const violations = told ? outputFaults(told, state, [...narratives, ...newNarratives(mutations)]) : first
  return { ...(told && violations.length === 0 ? { told } : {}), mutations, violations }
}

/** The same value with texts and keys in the form of the campaign's files. */
function storableIn<T>(value: T): T
function storableIn(value: unknown): unknown {
  if (typeof value === 'string') return storable(value)
  if (Array.isArray(value)) return value.map((one: unknown) => storableIn(one))
  if (isObject(value)) return Object.fromEntries(Object.entries(value).map(([key, one]) => [storable(key), storableIn(one)]))
  return value
}

function wrongOutput(violations: readonly NarratorViolation[]): Problem {
  const lines = violations.slice(0, MAX_LISTED).map((one) => `- ${violationLine(one)}`)
  const more = violations.length > MAX_LISTED ? [`- and ${violations.length - MAX_LISTED} more`] : []
  const message = ['This output was not told, because it breaks the rules:', ...lines, ...more, 'Send the whole output again, corrected.'].join('\n')
  return new Problem('refused', message, { wrongOutput: true, violations: violations.length })
}

/** A log entry for a text: speech if the speaker is an NPC, otherwise narration, which quotes the speaker by name if there is one. */
function entryOf(state: GameState, { speaker, text }: Pick<SceneTreeNarration, 'speaker' | 'text'>, scribe: Scribe): Write {
  if (speaker === undefined) return scribe.entry('narration', text.trim(), { by: DM })
  if (own(state.actors, speaker)?.kind === 'npc') return scribe.entry('speech', text.trim(), { by: speaker })
  return scribe.entry('narration', `${nameOf(state, speaker)}: “${text.trim()}”`, { by: DM })
}

/** The first log entry's text. */
const subjectOf = ([first]: readonly Write[]): string => (first?.kind === 'log' ? first.entry.text : 'The DM tells on')

function withoutTree({ tree: _tree, clicked: _clicked, ...scene }: SceneState): SceneState {
  return scene
}

/** The state after some minutes. Ends the conditions that run out in that time. */
const afterMinutes = (state: GameState, minutes: number, run: Run): GameState =>
  minutes === 0 ? state : run.settle({ ...state, clock: { ...state.clock, minutes: state.clock.minutes + minutes } })

function withSeeds(threads: GameState['threads'], seeds: readonly Seed[], opened: number): GameState['threads'] {
  const all = { ...threads }
  for (const { setup, intended_payoff } of seeds) {
    const name = slug(setup).slice(0, 40).replace(/-+$/, '') || 'thread'
    all[freeName(name, (id) => own(all, id) !== undefined)] = { setup, intended_payoff, open: true, opened }
  }
  return seeds.length === 0 ? threads : all
}

/**
 * Clicks words of the scene tree: the player says their line. An answer that is already written is shown to everybody. Otherwise the turn ends and
 * the DM answers, except after the travel exit. Throws Problem `refused` if the words can't be clicked. SPEC.md K5, K6.
 */
export function clickWords({ state, params, run, scribe }: VerbCall): VerbOutcome {
  const words = unclicked(state).find(({ id }) => id === params['words'])
  if (!words || !state.scene) throw new Problem('refused', 'These words can’t be clicked any more. Choose others.')
  const { speaks, response } = words.clickable
  const speech = scribe.entry('speech', speaks.trim(), { action: 'click' })
  const answers = response ? [response, ...(response.then ? [response.then] : [])] : []
  const after = { ...state, scene: { ...state.scene, clicked: canonical({ ...state.scene.clicked, [words.id]: scribe.beat }) } }
  const isTravel = words.id === EXITS.travel
  const minutes = words.id === EXITS.wait && state.scene.tree?.exits?.wait?.advances_time !== false ? WAIT_MINUTES : 0
  return {
    state: afterMinutes(after, minutes, run),
    writes: [speech, ...answers.map((one) => answerEntry(state, one, scribe))],
    subject: `${nameOf(state, scribe.call.actor)}: “${speaks.trim()}”`,
    answer: response
      ? [response.text, ...(response.then ? [response.then.text] : [])].join('\n')
      : isTravel
        ? 'Everybody heard it. It is still your turn: set out, if you can.'
        : 'Everybody heard it. The DM answers.',
    ...(response || isTravel ? {} : { endsTurn: true })
  }
}

/** The log entry of an answer that was already written. It names its verb, so that the DM doesn't narrate it again. */
function answerEntry(state: GameState, one: SceneTreeNarration, scribe: Scribe): Write {
  const written = entryOf(state, one, scribe)
  return written.kind === 'log' ? { kind: 'log', entry: { ...written.entry, action: 'click' } } : written
}

/** Violations that depend on this story: a player who speaks, a voice whose source is no narrative (`narratives`), a place that isn't there. */
function outputFaults(
  { dialogue = [], scene }: Pick<NarratorOutput, 'dialogue' | 'scene'>,
  { actors, places }: Pick<GameState, 'actors' | 'places'>,
  narratives: readonly string[]
): NarratorViolation[] {
  const faults: NarratorViolation[] = []
  const wrong = (keys: readonly string[], message: string): void => void faults.push({ path: pathWords(keys), rule: 'shape', message })
  const checkSpeaker = (keys: readonly string[], speaker: string | undefined): void => {
    if (speaker === undefined || own(actors, speaker)?.kind !== 'player') return
    wrong([...keys, 'speaker'], `${speaker} is a player, who speaks at their own turn. Leave out the speaker, or name another character.`)
  }
  const checkText = (keys: readonly string[], { speaker, clickable = {} }: Pick<SceneTreeNarration, 'speaker' | 'clickable'>): void => {
    checkSpeaker(keys, speaker)
    for (const [words, { response }] of Object.entries(clickable)) {
      const answer = [...keys, 'clickable', words, 'response']
      if (response) checkText(answer, response)
      if (response?.then) checkText([...answer, FOLLOW_UP], response.then)
    }
  }
  const checkPlace = (keys: readonly string[], id: string): void => {
    if (own(places, id) === undefined) wrong(keys, `There is no place "${id}".${perhaps(id, Object.keys(places))} Use the id of one that exists.`)
  }
  dialogue.forEach(({ speaker }, i) => checkSpeaker(['dialogue', `${i}`], speaker))
  if (!('narration' in scene)) return faults
  checkPlace(['scene', 'location', 'place'], scene.location.place)
  scene.narration.forEach((text, i) => checkText(['scene', 'narration', `${i}`], text))
  const known = new Set(narratives)
  scene.voices.forEach((voice, i) => {
    checkText(['scene', 'voices', `${i}`], voice)
    if (known.has(voice.source)) return
    const hint = perhaps(voice.source, known)
    wrong(['scene', 'voices', `${i}`, 'source'], `There is no narrative "${voice.source}".${hint} Use the id of one, or leave out the voice.`)
  })
  for (const exit of ['travel', 'wait'] as const)
    scene.exits?.[exit]?.destinations?.forEach((id, i) => checkPlace(['scene', 'exits', exit, 'destinations', `${i}`], id))
  return faults
}

const newNarratives = (mutations: readonly Json[]): string[] =>
  mutations.flatMap((one) => {
    const payload = isObject(one) && own(one, 'type') === 'new_narrative' ? own(one, 'payload') : undefined
    const id = isObject(payload) ? own(payload, 'id') : undefined
    return typeof id === 'string' ? [id] : []
  })
