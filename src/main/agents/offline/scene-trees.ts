import type { SeenActor, ToolUse, View } from '../../../shared/table/agents'
import { isObject, own } from '../../../shared/base/json'
import { keyInText } from '../../../shared/narrator/key-in-text'
import type { NarratorOutput, SceneTree, SceneTreeClickable, SceneTreeNarration, SceneTreeVoice, Seed } from '../../../shared/narrator/output'
import { BELIEF_THRESHOLD } from '../../../shared/words/belief-words'
import { sentence, the } from './grammar'
import { listed } from '../../../shared/words/labels'
import type { Voice } from './voice'

/** The story time that a scene tree of the built-in table takes. */
const ELAPSED = '5-15 minutes'
/** The maximum number of people, of things and of voices in a tree. */
const MAX_CLICKABLE = 12
/** The types of narratives that people tell each other. They keep their beliefs about others to themselves. */
const TOLD_ALOUD: ReadonlySet<unknown> = new Set(['rumor', 'account', 'reputation', 'origin', 'prophecy', 'claim'])

/** Returns whether the scene tree is missing, of another place, or one in which a click waits. */
function hasOldTree(view: View): boolean {
  // A travel click needs no answer here: the place of arrival gets its own tree.
  const isAwaited = view.tree?.waits.some(({ words, exit }) => exit === undefined || words !== 'travel')
  return view.tree === undefined || view.tree.place !== view.place?.id || isAwaited === true
}

/** Returns whether the DM has to narrate because a scene tree is due. */
export const isTreeDue = (view: View): boolean => view.narration === 'scene-tree' && hasOldTree(view)

/** A narration as a narrator's output: a scene tree if there is none, the party has moved, or a click waits; otherwise a dialogue. */
export function asOutput(view: View, use: ToolUse, voice: Voice): ToolUse {
  const { text, voice: speaker } = use.input
  const spoken = { text: plain(String(text ?? '')) || 'Nothing stirs.', ...(typeof speaker === 'string' ? { speaker } : {}) }
  const tree = hasOldTree(view) && spoken.speaker === undefined ? sceneTree(view, spoken.text, voice) : undefined
  const output: NarratorOutput = tree ? { ...tree, time_elapsed: ELAPSED } : { dialogue: [spoken], scene: {} }
  return { ...use, input: { output: JSON.stringify(output) } }
}

/** The scene tree of the party's place: the place, the characters there and their beliefs, and a foreshadowed event. */
export function sceneTree(view: View, told: string, voice: Voice): Pick<NarratorOutput, 'scene' | 'seeds'> | undefined {
  const { place, scene } = view
  if (!place) return undefined
  const name = plain(place.name) || place.id
  const here = view.actors.filter(({ location }) => location === place.id)
  const people = here.filter(({ kind, canAct, attitude, name: one }) => kind === 'npc' && canAct && attitude !== 'hostile' && isKey(one))
  const waits = view.tree?.waits ?? []
  const answers = waits.flatMap(({ who, words, exit }) => (exit ? [] : [answerTo(view, who, words)]))
  const next = waits.flatMap(({ exit }) => exit?.next ?? [])[0]
  const around = surroundings(view, people.slice(0, MAX_CLICKABLE), voice)
  const seed = omen(view, voice)
  const destinations = place.exits.map(({ to }) => to)
  const tree: SceneTree = {
    id: next ?? `scene-${view.session}-${scene?.number ?? 0}-${view.beat + 1}`,
    location: { place: place.id, name, region: plain(place.region) || name, time: timeOfDay(view.at) },
    present: here.map(({ id }) => id),
    atmosphere: place.senses.map(plain).filter((one) => one !== ''),
    narration: [{ text: told }, ...answers, ...around, ...(seed ? [{ text: seed.setup }] : [])],
    voices: voicesIn(view, here),
    freeInput: { enabled: true, handler: 'speak', context: [place.id] },
    exits: {
      ...(destinations.length > 0 ? { travel: { speaks: 'Let us go on.', destinations: destinations.slice(0, 1000) } } : {}),
      wait: { speaks: 'Let us wait a while.', advances_time: true }
    }
  }
  return { scene: tree, ...(seed ? { seeds: [seed] } : {}) }
}

/** The visible characters and things, with their clickable words: characters answer, things wait for a closer look. */
function surroundings(view: View, people: readonly SeenActor[], voice: Voice): SceneTreeNarration[] {
  const things = Object.values(view.place?.features ?? {})
    .filter((name) => isKey(bare(name)))
    .slice(0, MAX_CLICKABLE)
  const others =
    people.length === 0
      ? []
      : [
          withKeys(
            sentence(`${listed(people.map(({ name }) => name))} ${people.length === 1 ? 'is' : 'are'} here`),
            people.map((one) => [one.name, personWords(view, one, voice)])
          )
        ]
  const seen =
    things.length === 0
      ? []
      : [
          withKeys(
            `In sight: ${listed(things.map(the))}.`,
            things.map((one) => [bare(one), thingWords(one)])
          )
        ]
  return [...others, ...seen]
}

/** A text with those of the clickable words that occur in it. */
function withKeys(text: string, keys: readonly (readonly [string, SceneTreeClickable])[]): SceneTreeNarration {
  const found = keys.filter(([key]) => keyInText(text, key))
  return found.length === 0 ? { text } : { text, clickable: Object.fromEntries(found) }
}

/** The clickable name of a character: they tell what people say, or one of their usual sayings. */
function personWords(view: View, { id, name, sheet }: SeenActor, voice: Voice): SceneTreeClickable {
  const speaks = `${name}, what do people say here?`
  const rumours = Object.entries(sheet?.beliefs ?? {}).flatMap(([claim, { text, believes = 0, denies = 0 }]) => {
    const narrative = own({ ...view.narratives, ...view.lesserNarratives }, claim)
    if (!isObject(narrative) || !TOLD_ALOUD.has(narrative['type']) || text === undefined || plain(text) === '') return []
    if (denies >= BELIEF_THRESHOLD) return [`They will tell you this: ${plain(text)} Don’t believe it.`]
    return believes >= BELIEF_THRESHOLD ? [plain(text)] : []
  })
  const lines = Object.entries(sheet?.says ?? {}).flatMap(([key, all]) =>
    /fight|hurt|farewell|refuse|lose|flee|victory|reaction|thanks/.test(key) ? [] : all
  )
  const line = rumours[0] ?? voice.line(lines, 1)
  const answer = line === undefined ? '' : plain(line)
  return {
    speaks,
    intent: 'ask_about_person',
    response: answer === '' ? { text: `${name} looks up, and waits for more than that.` } : { speaker: id, text: answer }
  }
}

const thingWords = (thing: string): SceneTreeClickable => ({
  speaks: `What about ${the(thing)}?`,
  intent: 'explore',
  waitingMessage: `You look closer at ${the(thing)}.`
})

/** The answer to a closer look, which points to a search. */
function answerTo(view: View, who: string, words: string): SceneTreeNarration {
  const name = plain(view.actors.find(({ id }) => id === who)?.name ?? '') || 'Somebody'
  const thing = Object.values(view.place?.features ?? {}).find((one) => bare(one) === words) ?? words
  return { text: sentence(`${name} looks at ${the(thing)}. A search would show more`) }
}

/** The inner voices of the players: their beliefs about the current narratives. */
function voicesIn(view: View, here: readonly SeenActor[]): SceneTreeVoice[] {
  const known = { ...view.narratives, ...view.lesserNarratives }
  const voices = here
    .filter(({ kind }) => kind === 'player')
    .flatMap(({ sheet }) => Object.entries(sheet?.beliefs ?? {}))
    .flatMap(([source, { text, believes = 0 }]): SceneTreeVoice[] =>
      believes > 0 && text !== undefined && plain(text) !== '' && own(known, source) !== undefined
        ? [{ source, text: plain(text), weight: believes }]
        : []
    )
  return [...new Map(voices.map((one) => [one.source, one])).values()].toSorted((a, b) => b.weight - a.weight).slice(0, MAX_CLICKABLE)
}

/** A foreshadowed story event as a seed. It is planted once, and paid off when the event is over. */
function omen(view: View, voice: Voice): Seed | undefined {
  const planted = new Set(Object.values(view.threads ?? {}).map((thread) => (isObject(thread) ? thread['intended_payoff'] : undefined)))
  const event = (view.story ?? []).find(
    ({ done, title, place, foreshadow }) => !done && place !== view.place?.id && foreshadow.length > 0 && !planted.has(payoffOf(title))
  )
  const line = event && voice.line(event.foreshadow)
  const setup = line === undefined ? '' : plain(sentence(line))
  return event && setup !== '' ? { setup, intended_payoff: payoffOf(event.title) } : undefined
}

const payoffOf = (title: string): string => `“${plain(title) || 'The event'}” comes to pass.`

/** A planted thread whose event is over, and its outcome in words. */
export function paidOff(view: View): [thread: string, outcome: string] | undefined {
  for (const [id, thread] of Object.entries(view.threads ?? {})) {
    const payoff = isObject(thread) ? thread['intended_payoff'] : undefined
    const event = view.story?.find(({ done, title }) => done && payoff === payoffOf(title))
    if (event) return [id, sentence(`It has come to pass: ${event.title}`)]
  }
  return undefined
}

/** A thing's name without its article. */
const bare = (name: string): string => name.replace(/^(the|a|an|some)\s+/i, '')

const isKey = (name: string): boolean => name.trim() !== '' && name !== '__proto__' && plain(name) === name && name.length <= 120

/** A text of the world for a narrator's output: on one line, and without characters that could be taken for HTML. */
function plain(text: string): string {
  return text
    .replace(/</g, '‹')
    .replace(/>/g, '›')
    .replace(/&(?=[a-z#])/gi, '＋')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, 20_000)
}

/** The time of day of a campaign's clock, in words. */
function timeOfDay(at: string): string {
  const hour = Number(/T(\d\d)/.exec(at)?.[1] ?? 12)
  return hour < 5
    ? 'night'
    : hour < 8
      ? 'dawn'
      : hour < 12
        ? 'morning'
        : hour < 14
          ? 'noon'
          : hour < 18
            ? 'afternoon'
            : hour < 21
              ? 'evening'
              : 'night'
}
