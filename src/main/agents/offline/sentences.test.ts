import { describe, expect, it } from 'vitest'
import { own } from '../../../shared/base/json'
import { filled, frame } from './frame'
import { sentence } from './grammar'
import { listed } from '../../../shared/words/labels'
import * as phrases from './phrases'
import { OF_SEVERAL, person } from './voice'

const FRAMES = Object.values(phrases).flat()

/** Everything that a sentence is about, one set after the other: one, two and three people, beasts, names with apostrophes, things of one and of many. */
const PARTIES = [['Hanna'], ["Lucan D'Arcy", 'Tobit'], ['Wren', 'Tobit', 'Pym']]
const THINGS = [
  ['the sealed barrels', 'the Gannet Rocks'],
  ['the heap of lost things', 'the Foot of the Needle'],
  ["the carter's coat", 'the Crossroads']
] as const
const CASTS = PARTIES.flatMap((party) =>
  (['she', 'he', 'they', 'it'] as const).flatMap((pronoun) =>
    THINGS.map(([thing, place]) => ({
      ...person('n', { name: party[0] ?? '', pronoun }),
      ...person('m', { name: pronoun === 'it' ? 'the Bilgeman' : 'Mother Hask', pronoun }),
      ...(party.length > 1 ? person('o', { name: party[1] ?? '', pronoun }) : { alone: 'yes' }),
      all: party.length > 1 ? listed(party) : undefined,
      count: party.length > 1 ? ['', '', 'two', 'three'][party.length] : undefined,
      place,
      from: place === 'the Gannet Rocks' ? 'the Net Lofts' : "Tobit's Wall",
      way: place === 'the Gannet Rocks' ? 'the Empty Pews' : 'the Hundredth Step',
      goal: place === 'the Gannet Rocks' ? 'the Empty Pews' : 'Held Water',
      feature: thing,
      item: thing,
      lead: thing,
      clock: 'noon',
      act: 'ask Sister Oda',
      npc: 'Sister Oda',
      foe: 'the King of the Ledge',
      rival: "Ansel's cousin",
      aim: 'find the bell',
      errand: 'find the bell',
      want: 'her brother, out of the well',
      met: 'to find the hair',
      open: 'a ship is due before morning',
      stakes: 'It is one hill against another.',
      risk: 'slippery weed',
      looks: 'a lean woman',
      title: 'The Counting'
    }))
  )
)

/** What no sentence of the table may have, each with what is wrong about it. */
const FAULTS: readonly (readonly [fault: string, RegExp])[] = [
  ['a before a vowel', /\b[Aa] (?!one\b|uni|use|usu|eu)[aeiou]/],
  ['an before a consonant', /\b[Aa]n (?!hour|honest|heir)[^aeiou\s"“]/],
  ['a doubled word', /\b(?!had had|that that)(\p{L}+) \1\b/u],
  ['doubled punctuation', /[,;:]\s*[,.;:!?]|\.\.|[!?]\.|\s[,.;:!?]/],
  ['a slot left open', /[{}[\]$|]|undefined/],
  ['two articles', /\b(a|an|the) (a|an|the)\b/i],
  ['no capital in front', /^["“']?\p{Ll}/u],
  ['they with the verb of one', /\b[Tt]hey (is|was|has|does|goes|says|looks|comes|stands)\b/],
  [
    'he, she or it with the verb of many',
    /(?<!\b(?:that|what|than|and|or|nor|of|to|with|for|if|let|see|lets|makes|sees|watches|hears|helps|asks|tells) )\b([Hh]e|[Ss]he) (are|were|have|do|go|say)\b/
  ],
  [
    'a thing of many with the verb of one',
    /(?<!\b(?:of|at|in|on|to|from|for|by|with|round|beyond|nothing about|look at|into) )\bthe (?:sealed barrels|Gannet Rocks|Net Lofts|Empty Pews) (is|was|has|does|goes|keeps|stands|lies|looks|belongs|comes|knows|needs|makes|wants|\w+[^aeious\W]s)\b/i
  ],
  ['one of many behind its verb', /\b(?:[Hh]ere|[Tt]here) is the (?:Gannet Rocks|Net Lofts|Empty Pews|sealed barrels)\b/],
  ['one who is several', /(?:^|[.!?] )Hanna (are|were|have|do)\b/],
  ['a place that one is in though it may be a rock or a step', /\b[Ii]n the (Gannet Rocks|Foot of the Needle|Crossroads)\b/]
]

describe('every sentence of the offline table', () => {
  it.each(FAULTS)('has nowhere %s', (_, pattern) => {
    const faulty = new Set<string>()
    for (const text of FRAMES)
      for (const cast of CASTS) {
        const line = own(cast, 'alone') !== undefined && OF_SEVERAL.test(text) ? undefined : filled(frame(text), cast)
        if (line !== undefined && pattern.test(sentence(line))) faulty.add(`${text} → ${sentence(line)}`.slice(0, 200))
      }
    expect([...faulty].map((one) => one.split(' → ')[0]).filter((one, i, all) => all.indexOf(one) === i)).toEqual([])
  })

  it('every sentence occurs once, marks verbs that must agree with a pronoun, and is recognised in a log', () => {
    expect(FRAMES.length).toBeGreaterThan(15)
    expect(FRAMES.filter((text, at) => FRAMES.indexOf(text) !== at)).toEqual([])
    expect(FRAMES.filter((text) => /\{[mo]?he\} (is|was|has|does|goes|[a-z]{2,}[^aeious]s)\b/.test(text))).toEqual([])
    const [cast] = CASTS.filter((one) => one.all !== undefined && own(one, 'he') === 'she')
    expect(FRAMES.filter((text) => cast && !frame(text).pattern.test(sentence(filled(frame(text), cast) ?? '')))).toEqual([])
  })

  it('every list has sentences for a single character and for a party', () => {
    for (const text of FRAMES)
      expect([text, CASTS.some((cast) => filled(frame(text), { sense: 'x', mood: 'x', ...cast }) !== undefined)]).toEqual([text, true])
  })

  it('no sentence names a length of time, which only the clock knows', () => {
    const timed = /\b(half an|an|one|two|three|ten|a quarter of an) (hours?|minutes?)\b|\bhalf a (night|day)\b/i
    expect(FRAMES.filter((text) => timed.test(text))).toEqual([])
  })
})
