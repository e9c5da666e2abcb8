import { FOLLOW_UP } from './follow-up'
import { answered, paragraph, rope, type SampleOutput, scene, talk, without } from './outputs.fixture'

const notInText = (path: string, words: string, hint = ''): string =>
  `${path} [key-in-text] “${words}” isn't in the text that it annotates, as whole words.${hint}`
const notATime = (time: string): string => `time_elapsed [mode] “${time}” is not a time. Write one such as "10 minutes", "1-2 hours" or "3 days".`

const WORDS: SampleOutput[] = [
  { name: 'a sign for a word', output: scene(paragraph('A 🪢 hangs here.', { '🪢': rope })), wrong: [] },
  {
    name: 'a part of a joined sign, and a sign without its skin tone',
    output: scene(paragraph('The 👩‍🚀 waves 👋🏽.', { '👩': rope, '🚀': rope, '👋': rope })),
    wrong: [notInText('narration[0]/"👩"', '👩'), notInText('narration[0]/"🚀"', '🚀'), notInText('narration[0]/"👋"', '👋')]
  },
  {
    name: 'words of a script without spaces',
    output: scene(paragraph('縄が切れている。เชือกขาด', { 縄: rope, 切れて: rope, เชือก: rope })),
    wrong: []
  },
  { name: 'a sign cut from its vowel', output: scene(paragraph('ที่นี่', { ท: rope })), wrong: [notInText('narration[0]/ท', 'ท')] },
  {
    name: 'the same letters in another form',
    output: scene(paragraph('The Caf\u00e9 is shut.', { 'Cafe\u0301': rope })),
    wrong: [notInText('narration[0]/Cafe\u0301', 'Cafe\u0301', ' The text spells them with other Unicode characters. Copy them from there.')]
  },
  { name: 'the last word, without a full stop', output: scene(paragraph("She points at O'Dowd's rope", { "O'Dowd's rope": rope })), wrong: [] },
  { name: 'the whole text', output: scene(paragraph('Rope.', { 'Rope.': rope })), wrong: [] },
  { name: 'a word whose first occurrence is in another', output: scene(paragraph('A lifeline, a line.', { line: rope })), wrong: [] },
  {
    name: 'a space too many, and a line break for a space',
    output: scene(paragraph('A cut\nrope.', { 'cut rope': rope, 'rope ': rope })),
    wrong: [notInText('narration[0]/cut rope', 'cut rope'), notInText('narration[0]/rope ', 'rope ')]
  },
  {
    name: 'words that every object has',
    output: scene(paragraph('A constructor.', { constructor: without(rope, 'intent'), toString: rope })),
    wrong: ['narration[0]/constructor/intent [clickable] `intent` must be text, but it is missing.', notInText('narration[0]/toString', 'toString')]
  },
  {
    name: 'words that look like a path',
    output: scene(paragraph('A a/b.c[0] and a 12.', { 'a/b.c[0]': without(rope, 'speaks'), 12: without(rope, 'speaks') })),
    wrong: [
      'narration[0]/12/speaks [clickable] `speaks` must be text, but it is missing.',
      'narration[0]/"a/b.c[0]"/speaks [clickable] `speaks` must be text, but it is missing.'
    ]
  },
  { name: 'a text without words to click', output: scene({ narration: [{ text: 'A.', clickable: {} }] }), wrong: [] }
]

const ANSWERS: SampleOutput[] = [
  {
    name: 'an answer and a waiting message',
    output: scene(paragraph('A rope.', { rope: { ...rope, response: { text: 'It is wet.' } } })),
    wrong: []
  },
  {
    name: 'a waiting message that says nothing',
    output: scene(paragraph('A rope.', { rope: { ...rope, waitingMessage: ' ' } })),
    wrong: ['narration[0]/rope/waitingMessage [shape] `waitingMessage` must not be empty.']
  },
  {
    name: 'a follow-up of a follow-up',
    output: scene(paragraph('A rope.', { rope: answered({ text: 'Wet.', [FOLLOW_UP]: { text: 'Cold.', [FOLLOW_UP]: { text: 'Cut.' } } }) })),
    wrong: ["narration[0]/rope/then [shape] `then` can't have `then`; it can have `text`, `speaker`, `clickable`."]
  },
  {
    name: 'a follow-up without an answer',
    output: scene(paragraph('A rope.', { rope: { ...rope, [FOLLOW_UP]: { text: 'Wet.' } } })),
    wrong: ["narration[0]/rope [shape] `rope` can't have `then`; it can have `speaks`, `intent`, `response`, `waitingMessage`."]
  },
  {
    name: 'an intent and its alias',
    output: scene(paragraph('A rope.', { rope: { ...rope, name: 'deny' } })),
    wrong: ["narration[0]/rope [shape] `rope` can't have `name`; it can have `speaks`, `intent`, `response`, `waitingMessage`."]
  },
  {
    name: 'a wrong word in the answer to a voice, and in what follows it',
    output: scene({
      voices: [
        {
          source: 'old-debt',
          text: 'You owe her.',
          weight: 0,
          clickable: { owe: answered({ text: 'Ten.', clickable: { nine: rope }, [FOLLOW_UP]: { text: 'Or so.', clickable: { ten: rope } } }) }
        }
      ]
    }),
    wrong: [notInText('voices[0]/owe/response/nine', 'nine'), notInText('voices[0]/owe/then/ten', 'ten')]
  }
]

const MIXED: SampleOutput[] = [
  ...['20–30 minutes', '2 Hours', '1 hour 30 minutes', '1.5 hours', '-5 minutes', '3-1 days', ''].map((time) => ({
    name: `a time like “${time}”`,
    output: scene({}, { time_elapsed: time }),
    wrong: [notATime(time)]
  })),
  { name: 'a range from nothing whose mean is five minutes', output: scene({}, { time_elapsed: '0-10 minutes' }), wrong: [] },
  {
    name: 'half a scene in a conversation',
    output: talk({ scene: { id: 'a', location: 'the ferry', narration: [{ text: 'A.' }] } }),
    wrong: [
      'location [shape] `location` must be a map with `place`, `name`, `region`, `time`, but it is "the ferry".',
      'present [shape] `present` must be a list of texts, but it is missing.',
      'atmosphere [shape] `atmosphere` must be a list of texts, but it is missing.',
      'voices [shape] `voices` must be a list of maps with `source`, `text`, `weight`, but it is missing.',
      'time_elapsed [mode] A scene tree needs `time_elapsed`, such as "20-30 minutes".'
    ]
  },
  {
    name: 'words to click in a conversation, and mutations in a scene',
    output: scene({ mutations: [] }, { dialogue: [{ text: 'A rope.', clickable: { rope } }] }),
    wrong: [
      "dialogue[0] [shape] `dialogue[0]` can't have `clickable`; it can have `speaker`, `text`.",
      "scene [shape] `scene` can't have `mutations`; it can have `id`, `location`, `present`, `atmosphere`, `narration`, `voices`, `freeInput`, `exits`."
    ]
  },
  {
    name: 'a conversation whose time is null',
    output: talk({ time_elapsed: null }),
    wrong: [
      'time_elapsed [shape] `time_elapsed` must be text, but it is empty.',
      'time_elapsed [mode] A conversation takes no time. Leave out `time_elapsed`, or send a scene tree.'
    ]
  },
  { name: 'a text with a byte order mark', output: `\ufeff${JSON.stringify(talk())}`, wrong: [] }
]

/** Outputs that are hard to judge: other scripts, words in odd places, answers within answers, times, and mixed modes. */
export const TRICKY_OUTPUTS: readonly SampleOutput[] = [...WORDS, ...ANSWERS, ...MIXED]
