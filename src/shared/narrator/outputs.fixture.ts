import type { Json, JsonObject } from '../base/json'
import { FOLLOW_UP } from './follow-up'

/** An output of a narrator, as a text or as a value, and all its violations: `path [rule] sentence`. */
export interface SampleOutput {
  name: string
  output: string | Json
  wrong: string[]
}

export const place: JsonObject = { place: 'ferry-house', name: "O'Dowd's Ferry House", region: 'The Saltings', time: 'dusk' }
export const rope: JsonObject = { speaks: 'Who cut this rope?', intent: 'challenge', waitingMessage: 'She turns the end over.' }

/** A scene of one paragraph with one clickable word. */
export const sceneTree = (over: JsonObject = {}): JsonObject => ({
  id: 'ferry-1',
  location: place,
  present: ['Bren', 'Ama Kel'],
  atmosphere: ['wet wool', 'a gull that will not stop'],
  narration: [{ text: 'The rope is cut clean.', clickable: { rope } }],
  voices: [],
  ...over
})
/** An output of the significant kind. */
export const scene = (over: JsonObject = {}, beside: JsonObject = {}): JsonObject => ({
  scene: sceneTree(over),
  time_elapsed: '20-30 minutes',
  ...beside
})
/** An output of the conversational kind. */
export const talk = (over: JsonObject = {}): JsonObject => ({ dialogue: [{ speaker: 'Bren', text: 'Mind the step.' }], scene: {}, ...over })

export const answered = (response: Json): JsonObject => ({ speaks: 'Look at me.', intent: 'challenge', response })
export const paragraph = (text: string, clickable: JsonObject): JsonObject => ({ narration: [{ text, clickable }] })
export const without = (of: JsonObject, ...keys: string[]): JsonObject =>
  Object.fromEntries(Object.entries(of).filter(([key]) => !keys.includes(key)))

/** Answers within answers, `depth` of them; the last one has words that don't occur in its text. */
export function nested(depth: number): JsonObject {
  let inner: JsonObject = { text: 'Nothing more.', clickable: { lie: { speaks: 'Lie.', intent: 'deny', waitingMessage: '…' } } }
  for (let i = 0; i < depth; i++) inner = { text: 'Her eyes move.', clickable: { eyes: answered(inner) } }
  return inner
}

const GOOD: SampleOutput[] = [
  { name: 'a conversation', output: talk(), wrong: [] },
  {
    name: 'a conversation told by nobody, with seeds',
    output: talk({ dialogue: [{ text: 'A bell.' }], seeds: [{ setup: 'A bell rings twice.', intended_payoff: 'It is the wrong bell.' }] }),
    wrong: []
  },
  { name: 'a scene', output: scene(), wrong: [] },
  {
    name: 'a scene whose words all lead on',
    output: scene({
      narration: [
        {
          text: 'Her eyes.',
          speaker: 'Bren',
          clickable: { eyes: answered({ text: 'They move.', [FOLLOW_UP]: { text: 'A lie.', clickable: { lie: rope } } }) }
        }
      ]
    }),
    wrong: []
  },
  {
    name: 'a scene with everything',
    output: scene(
      {
        voices: [{ source: 'old-debt', text: 'You owe her.', weight: 0.7, clickable: { owe: rope } }],
        freeInput: { enabled: true, handler: 'narrator', context: ['Bren.backstory'] },
        exits: { travel: { speaks: 'To the ford.', destinations: ['ford'] }, wait: { speaks: 'Sit.', advances_time: true, next_scene: 'ferry-2' } }
      },
      { dialogue: [{ text: 'Rain.' }] }
    ),
    wrong: []
  },
  {
    name: 'aliases: characters for present, name for intent',
    output: scene({
      present: undefined as unknown as Json,
      characters: ['Bren'],
      ...paragraph('A rope.', { rope: { ...without(rope, 'intent'), name: 'ask_about_past' } })
    }),
    wrong: []
  },
  { name: 'the shortest scene: a mean of five minutes', output: scene({}, { time_elapsed: '4-6 minutes' }), wrong: [] },
  { name: 'a scene of days', output: scene({}, { time_elapsed: '1-3 days' }), wrong: [] },
  {
    name: 'clickable words with an apostrophe, at both ends of the text',
    output: scene(paragraph("O'Dowd waits for the boat", { "O'Dowd": rope, 'the boat': rope })),
    wrong: []
  },
  { name: 'words in another script', output: scene(paragraph('Ночь над водой.', { Ночь: rope, водой: rope })), wrong: [] },
  { name: 'less than and greater than are not tags', output: talk({ dialogue: [{ text: '3 < 4 and 5 > 4 & so on; <3' }] }), wrong: [] }
]

const TEXTS: SampleOutput[] = [
  { name: 'nothing', output: ' \n', wrong: [' [json] The output is empty. Send the JSON of a narrator output.'] },
  { name: 'prose', output: 'The door opens.', wrong: [" [json] The output isn't JSON. Send the JSON of a narrator output alone."] },
  {
    name: 'truncated in a text',
    output: '{"scene":{},"dialogue":[{"text":"Mind the',
    wrong: [' [json] The output ends before it is complete. Ask for a shorter one.']
  },
  {
    name: 'truncated after a list',
    output: '{"scene":{},"dialogue":[{"text":"Mind"}]',
    wrong: [' [json] The output ends before it is complete. Ask for a shorter one.']
  },
  { name: 'a code fence', output: '```json\n{"scene":{}}\n```', wrong: [' [json] The output stands in a code fence. Send the JSON alone.'] },
  {
    name: 'two values',
    output: '{"scene":{}}\n{"scene":{}}',
    wrong: [" [json] The output isn't JSON. Send the JSON of a narrator output alone."]
  },
  {
    name: 'ten thousand lists in each other',
    output: '['.repeat(10_000) + ']'.repeat(10_000),
    wrong: [' [json] The output nests deeper than 200 levels. Use fewer answers within answers.']
  },
  {
    name: 'answers in answers, too deep',
    output: scene({ narration: [nested(70)] }),
    wrong: [' [json] The output nests deeper than 200 levels. Use fewer answers within answers.']
  },
  {
    name: 'over-long',
    output: `"${'x'.repeat(4 << 20)}"`,
    wrong: [' [json] The output is longer than 4 million characters. Ask for a shorter one.']
  },
  { name: 'a list', output: [], wrong: [' [shape] The output must be a map with `scene`.'] },
  { name: 'null', output: null, wrong: [' [shape] The output must be a map with `scene`.'] }
]

const MODES: SampleOutput[] = [
  {
    name: 'a conversation that takes time',
    output: talk({ time_elapsed: '1-2 minutes' }),
    wrong: ['time_elapsed [mode] A conversation takes no time. Leave out `time_elapsed`, or send a scene tree.']
  },
  {
    name: 'a conversation without a word',
    output: { scene: {} },
    wrong: ['dialogue [mode] A conversation has nothing to say without `dialogue`. Send it, or a scene tree.']
  },
  {
    name: 'a conversation with an empty list',
    output: talk({ dialogue: [] }),
    wrong: ['dialogue [mode] A conversation has nothing to say without `dialogue`. Send it, or a scene tree.']
  },
  {
    name: 'a scene without time',
    output: { scene: sceneTree() },
    wrong: ['time_elapsed [mode] A scene tree needs `time_elapsed`, such as "20-30 minutes".']
  },
  {
    name: 'a scene that is over too soon',
    output: scene({}, { time_elapsed: '3-6 minutes' }),
    wrong: ['time_elapsed [mode] A scene tree takes 5 minutes or more. Send shorter things as dialogue with `scene`: {}.']
  },
  {
    name: 'a time in words',
    output: scene({}, { time_elapsed: 'a while' }),
    wrong: ['time_elapsed [mode] “a while” is not a time. Write one such as "10 minutes", "1-2 hours" or "3 days".']
  },
  {
    name: 'a range that runs backwards',
    output: scene({}, { time_elapsed: '30-20 minutes' }),
    wrong: ['time_elapsed [mode] “30-20 minutes” is not a time. Write one such as "10 minutes", "1-2 hours" or "3 days".']
  },
  {
    name: 'a time that is a number',
    output: scene({}, { time_elapsed: 20 }),
    wrong: ['time_elapsed [shape] `time_elapsed` must be text, but it is 20.']
  },
  { name: 'no scene at all', output: { dialogue: [{ text: 'Hm.' }] }, wrong: ['scene [shape] `scene` must be a map, but it is missing.'] },
  { name: 'a scene that is a text', output: { scene: 'The inn.' }, wrong: ['scene [shape] `scene` must be a map, but it is "The inn.".'] },
  { name: 'a scene that is null', output: talk({ scene: null }), wrong: ['scene [shape] `scene` must be a map, but it is empty.'] }
]

/** Valid outputs, and outputs with a faulty text or mode. */
export const OUTPUTS: readonly SampleOutput[] = [...GOOD, ...TEXTS, ...MODES]
