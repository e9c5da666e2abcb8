import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { fill } from './vm/words'

const RULES = resolve(import.meta.dirname, '../../../rules')
/**
 * Every sentence of the bundled rules with slots: `$P` is one or several characters, `$A` and `$T` are one, `$L` is a place, `$F` a searchable
 * feature.
 */
const templates = ['cairn-hack', 'totm'].flatMap((game) =>
  ['actions', 'lib'].flatMap((folder) =>
    readdirSync(join(RULES, game, folder))
      .filter((file) => file.endsWith('.ts'))
      .flatMap((file) => {
        const text = readFileSync(join(RULES, game, folder, file), 'utf8')
        return [...text.matchAll(/'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)"/g)].flatMap(([, single = '', double = '']) => {
          const words = (single || double).replaceAll(String.raw`\'`, "'")
          return /\$[A-Z]|\[[A-Z]:/.test(words) ? [{ file: `${game}/${folder}/${file}`, words }] : []
        })
      })
  )
)
const PARTIES = [['Hanna'], ["Lucan D'Arcy", 'Tobit'], ['Wren', 'Tobit', 'Pym']]
const PLACES = ['the Gannet Rocks', 'the Foot of the Needle', "Carter's Hole"]
/** The actions in whose sentences `$T` is a time instead of a character. */
const TIMED = /travel|traverse|pass-time/
/** A sentence with every party, place and thing. */
const rendered = ({ file, words }: (typeof templates)[number]): string[] =>
  PARTIES.flatMap((P) =>
    PLACES.flatMap((L, i) =>
      (TIMED.test(file) ? ['a minute', '10 minutes'] : ['Tobit']).map((T) =>
        fill(words, { P, L, T, A: "Lucan D'Arcy", N: '3', I: 'oil flask', W: 'oil flask', F: i === 0 ? 'the chalk tallies' : 'the stone trough' })
      )
    )
  )
const faulty = (pattern: RegExp): string[] => templates.flatMap((one) => rendered(one).find((line) => pattern.test(line)) ?? [])
/** Words that are true only indoors. Places may be a rock, a hill or a step. */
const INDOORS =
  /\b(?:in|into|through|out of) \$L\b|\b(?:doors?|walls?|floors?|roof|ceiling|stairs|windows?) (?:of|in|at) \$L\b|\$L has a (?:door|roof)|\bfrom the door\b/

describe('every sentence of the bundled rules', () => {
  it('is one of many', () => expect(templates.length).toBeGreaterThan(1000))

  it('agrees with one, two and three people', () => {
    const bare =
      /(?<!\b(?:for|of) )\$P (?:is|are|was|were|has|have|does|do|goes|go|comes|come|gets|get|takes|take|looks|look|finds|find|stands|stand|sits|sit)\b/
    expect(templates.filter(({ words }) => bare.test(words))).toEqual([])
    expect(faulty(/\b(\p{L}{2,}) \1\b|\.\.|,,|\b(a|the) (a|an|the)\b|[|$[\]]/u)).toEqual([])
  })

  it('agrees with places, things and times of which there are several', () => {
    const many =
      /(?<!\b(?:of|at|in|on|to|from|for|by|with|round|beyond|over|past|about|and) )\b(?:the Gannet Rocks|the chalk tallies|10 minutes)(?:,[^,]+,)? (?:is|was|has|does|goes|keeps|stays|looks|comes|passes|runs|shrinks|lies|makes|\p{L}+[^aeious\W]s)\b/iu
    expect(faulty(many)).toEqual([])
    expect(
      faulty(/\b(?:there is|there was|it is|of them is|goes|comes|does|has been|this is) (?:10 minutes|the (?:Gannet Rocks|chalk tallies))\b/)
    ).toEqual([])
    expect(faulty(/\bthe (?:Gannet Rocks|chalk tallies)\b[^.;:]* (?:through it again|over it again|up to it|of it (?:are|unturned))/)).toEqual([])
  })

  it('takes no place for a room', () => {
    expect(templates.filter(({ words }) => INDOORS.test(words)).map(({ file, words }) => `${file}: ${words}`)).toEqual([])
  })

  it('gives no beast elbows: who holds and who breaks free may be an eel', () => {
    const human = /\b(elbows?|thumbs?|fingers?|sleeves?|pockets?|knuckles?|collars?|boots?)\b/i
    const beastly = templates.filter(({ file }) => /break-free|grapple|flee|harm|morale/.test(file))
    expect(beastly.filter(({ words }) => human.test(words)).map(({ file, words }) => `${file}: ${words}`)).toEqual([])
  })
})
