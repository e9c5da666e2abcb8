import { FOLLOW_UP } from './follow-up'
import { answered, nested, paragraph, place, rope, type SampleOutput, scene, sceneTree, talk, without } from './outputs.fixture'

const CLICKABLES: SampleOutput[] = [
  {
    name: 'words that say nothing',
    output: scene(paragraph('A rope.', { rope: without(rope, 'speaks') })),
    wrong: ['narration[0]/rope/speaks [clickable] `speaks` must be text, but it is missing.']
  },
  {
    name: 'words for nothing',
    output: scene(paragraph('A rope.', { rope: without(rope, 'intent') })),
    wrong: ['narration[0]/rope/intent [clickable] `intent` must be text, but it is missing.']
  },
  {
    name: 'words that lead nowhere',
    output: scene(paragraph('A rope.', { rope: without(rope, 'waitingMessage') })),
    wrong: ['narration[0]/rope [clickable] These words lead nowhere: give them a `response` or a `waitingMessage`.']
  },
  {
    name: 'words with nothing at all',
    output: scene(paragraph('A rope.', { rope: {} })),
    wrong: [
      'narration[0]/rope/speaks [clickable] `speaks` must be text, but it is missing.',
      'narration[0]/rope/intent [clickable] `intent` must be text, but it is missing.',
      'narration[0]/rope [clickable] These words lead nowhere: give them a `response` or a `waitingMessage`.'
    ]
  },
  {
    name: 'a wrong word in a follow-up',
    output: scene({
      narration: [
        { text: 'One.' },
        { text: 'Two.' },
        { text: 'Her eyes.', clickable: { eyes: answered({ text: 'They move.', [FOLLOW_UP]: { text: 'The truth.', clickable: { lie: rope } } }) } }
      ]
    }),
    wrong: ["narration[2]/eyes/then/lie [key-in-text] “lie” isn't in the text that it annotates, as whole words."]
  },
  {
    name: 'a wrong word in an answer',
    output: scene(paragraph('Her eyes.', { eyes: answered({ text: 'They move.', clickable: { lie: rope } }) })),
    wrong: ["narration[0]/eyes/response/lie [key-in-text] “lie” isn't in the text that it annotates, as whole words."]
  },
  {
    name: 'a wrong word twelve answers deep',
    output: scene({ narration: [nested(12)] }),
    wrong: [`narration[0]${'/eyes/response'.repeat(12)}/lie [key-in-text] “lie” isn't in the text that it annotates, as whole words.`]
  },
  {
    name: 'a word in another case',
    output: scene(paragraph('The Rope.', { rope })),
    wrong: ["narration[0]/rope [key-in-text] “rope” isn't in the text that it annotates, as whole words. The text says “Rope”."]
  },
  {
    name: 'a word inside a word',
    output: scene(paragraph('A lifeline.', { line: rope })),
    wrong: ["narration[0]/line [key-in-text] “line” isn't in the text that it annotates, as whole words."]
  },
  {
    name: 'no word',
    output: scene(paragraph('A rope.', { '': rope })),
    wrong: ['narration[0]/"" [key-in-text] “” isn\'t in the text that it annotates, as whole words.']
  },
  {
    name: 'a word called then',
    output: scene(paragraph('Just then.', { [FOLLOW_UP]: without(rope, 'speaks') })),
    wrong: ['narration[0]/"then"/speaks [clickable] `speaks` must be text, but it is missing.']
  },
  {
    name: 'a word called clickable, and one with a slash',
    output: scene(paragraph('A clickable and/or.', { clickable: without(rope, 'intent'), 'and/or': without(rope, 'intent') })),
    wrong: [
      'narration[0]/"clickable"/intent [clickable] `intent` must be text, but it is missing.',
      'narration[0]/"and/or"/intent [clickable] `intent` must be text, but it is missing.'
    ]
  },
  {
    name: 'words that are a text',
    output: scene(paragraph('A rope.', { rope: 'Who cut it?' })),
    wrong: ['narration[0]/rope [shape] `rope` must be a map with `speaks`, `intent`, but it is "Who cut it?".']
  },
  {
    name: 'words in a list',
    output: scene({ narration: [{ text: 'A rope.', clickable: ['rope'] }] }),
    wrong: ['narration[0]/clickable [shape] `clickable` must be a map of maps with `speaks`, `intent`, but it is a list.']
  },
  {
    name: 'a misspelt field',
    output: scene(paragraph('A rope.', { rope: { ...rope, waiting_message: '…' } })),
    wrong: ["narration[0]/rope [shape] `rope` can't have `waiting_message`; it can have `speaks`, `intent`, `response`, `waitingMessage`."]
  },
  {
    name: 'an answer without text',
    output: scene(paragraph('A rope.', { rope: answered({ speaker: 'Bren' }) })),
    wrong: ['narration[0]/rope/response/text [shape] `text` must be text, but it is missing.']
  },
  {
    name: 'an answer that is null',
    output: scene(paragraph('A rope.', { rope: answered(null) })),
    wrong: ['narration[0]/rope/response [shape] `response` must be a map with `text`, but it is empty.']
  },
  {
    name: 'a word in a voice',
    output: scene({ voices: [{ source: 'old-debt', text: 'You owe her.', weight: 1, clickable: { debt: rope } }] }),
    wrong: ["voices[0]/debt [key-in-text] “debt” isn't in the text that it annotates, as whole words."]
  }
]

const SHAPES: SampleOutput[] = [
  { name: 'an empty line', output: scene({ narration: [{ text: '  ' }] }), wrong: ['narration[0]/text [shape] `text` must not be empty.'] },
  { name: 'no narration', output: scene({ narration: [] }), wrong: ['narration [shape] `narration` must not be empty.'] },
  {
    name: 'a field that nobody knows',
    output: talk({ mood: 'grim' }),
    wrong: [" [shape] The output can't have `mood`; it can have `dialogue`, `mutations`, `seeds`, `time_elapsed`, `scene`."]
  },
  {
    name: 'a place without a region, people that are a text',
    output: scene({ location: without(place, 'region'), present: 'Bren' }),
    wrong: [
      'location/region [shape] `region` must be text, but it is missing.',
      'present [shape] `present` must be a list of texts, but it is "Bren".'
    ]
  },
  {
    name: 'both present and its alias',
    output: scene({ characters: ['Bren'] }),
    wrong: [
      "scene [shape] `scene` can't have `characters`; it can have `id`, `location`, `present`, `atmosphere`, `narration`, `voices`, `freeInput`, `exits`."
    ]
  },
  {
    name: 'somebody present who is a number',
    output: scene({ present: ['Bren', 7] }),
    wrong: ['present[1] [shape] `present[1]` must be text, but it is 7.']
  },
  {
    name: 'a voice too loud and one below silence',
    output: scene({
      voices: [
        { source: 'a', text: 'A.', weight: 1.5 },
        { source: 'b', text: 'B.', weight: -0.1 }
      ]
    }),
    wrong: [
      'voices[0]/weight [shape] `weight` must be at most 1, but it is 1.5.',
      'voices[1]/weight [shape] `weight` must be at least 0, but it is -0.1.'
    ]
  },
  {
    name: 'a voice from nowhere',
    output: scene({ voices: [{ text: 'A.', weight: 1 }] }),
    wrong: ['voices[0]/source [shape] `source` must be text, but it is missing.']
  },
  {
    name: 'free input without its handler',
    output: scene({ freeInput: { enabled: 'yes', context: [] } }),
    wrong: [
      'freeInput/enabled [shape] `enabled` must be true or false, but it is "yes". Write true.',
      'freeInput/handler [shape] `handler` must be text, but it is missing.'
    ]
  },
  {
    name: 'an exit that says nothing, and one nobody knows',
    output: scene({ exits: { travel: { destinations: ['ford'] }, fly: {} } }),
    wrong: [
      'exits/travel/speaks [shape] `speaks` must be text, but it is missing.',
      "exits [shape] `exits` can't have `fly`; it can have `travel`, `wait`."
    ]
  },
  {
    name: 'a seed without its payoff',
    output: talk({ seeds: [{ setup: 'A bell.' }] }),
    wrong: ['seeds[0]/intended_payoff [shape] `intended_payoff` must be text, but it is missing.']
  },
  {
    name: 'dialogue that is a text',
    output: talk({ dialogue: 'Mind the step.' }),
    wrong: ['dialogue [shape] `dialogue` must be a list of maps with `text`, but it is "Mind the step.".']
  },
  {
    name: 'tags in dialogue',
    output: talk({ dialogue: [{ text: 'Mind <b>the</b> step.' }] }),
    wrong: ['dialogue[0]/text [html] “<b>” is HTML, which is shown as it stands. Write plain text.']
  },
  {
    name: 'a script as a clickable word',
    output: scene(paragraph('A <script>alert(1)</script>.', { '<script>': rope })),
    wrong: [
      'narration[0]/text [html] “<script>” is HTML, which is shown as it stands. Write plain text.',
      'narration[0]/"<script>" [html] “<script>” is HTML, which is shown as it stands. Write plain text.'
    ]
  },
  {
    name: 'an entity',
    output: talk({ dialogue: [{ text: 'Bread &amp; salt.' }] }),
    wrong: ['dialogue[0]/text [html] “&amp;” is HTML, which is shown as it stands. Write plain text.']
  },
  {
    name: 'words called __proto__',
    output:
      '{"scene":{"id":"a","location":{"place":"a","name":"a","region":"a","time":"a"},"present":[],"atmosphere":[],"narration":[{"text":"A __proto__.","clickable":{"__proto__":{"speaks":"x"}}}],"voices":[]},"time_elapsed":"1 hour"}',
    wrong: ['narration[0]/__proto__ [shape] `__proto__` is not a name for anything: programs reserve it.']
  },
  {
    name: 'a field called __proto__',
    output: '{"scene":{},"dialogue":[{"text":"Hm."}],"__proto__":{"polluted":true}}',
    wrong: ['__proto__ [shape] `__proto__` is not a name for anything: programs reserve it.']
  },
  {
    name: 'every rule at once',
    output: {
      scene: sceneTree({ narration: [{ text: 'The <i>rope</i>.', clickable: { hope: { speaks: 'Hope?' } } }] }),
      time_elapsed: '1 minute',
      mutations: [{ type: 'rename_world', payload: {} }],
      mood: 1
    },
    wrong: [
      'narration[0]/text [html] “<i>” is HTML, which is shown as it stands. Write plain text.',
      'narration[0]/hope/intent [clickable] `intent` must be text, but it is missing.',
      " [shape] The output can't have `mood`; it can have `dialogue`, `mutations`, `seeds`, `time_elapsed`, `scene`.",
      "narration[0]/hope [key-in-text] “hope” isn't in the text that it annotates, as whole words.",
      'narration[0]/hope [clickable] These words lead nowhere: give them a `response` or a `waitingMessage`.',
      'time_elapsed [mode] A scene tree takes 5 minutes or more. Send shorter things as dialogue with `scene`: {}.',
      'mutations[0]/type [mutation] `type` must be one of new_character, new_edge, new_narrative, update_belief, adjust_focus, but it is "rename_world". invalid_type: Use one of these types.'
    ]
  }
]

/** Outputs with faulty clickable words, fields or texts. */
export const SCENE_OUTPUTS: readonly SampleOutput[] = [...CLICKABLES, ...SHAPES]
