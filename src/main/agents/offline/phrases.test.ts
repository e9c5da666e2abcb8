import { describe, expect, it } from 'vitest'
import { filled, frame, frameOf, namesOne, plural } from './frame'
import { list, possessive, sentence, sentences, the, type Pronoun } from './grammar'
import * as fight from './phrases/fight'
import * as npcs from './phrases/npcs'
import * as quiet from './phrases/quiet'
import * as road from './phrases/road'
import * as scene from './phrases/scene'
import * as search from './phrases/search'
import * as speech from './phrases/speech'
import * as talk from './phrases/talk'
import { dice, entry, viewOf } from './tiny-views'
import { passage, person, voiceOf } from './voice'

const templates = [fight, npcs, quiet, road, scene, search, talk].flatMap((module) => Object.values(module).flat())
const spoken = Object.values(speech).flatMap((lines) => Object.values(lines).flat())
const FRAMES = [...templates, ...spoken]

const everything = (pronoun: Pronoun): Record<string, string | undefined> => ({
  ...person('n', { name: 'Wren', pronoun }),
  ...person('m', { name: 'Scuttle', pronoun }),
  ...person('o', { name: 'Tobit', pronoun }),
  all: 'Wren, Tobit and Pym',
  count: 'three',
  place: 'Throat Yard',
  from: 'Clint Top',
  way: 'Candle Level',
  goal: 'Held Water',
  feature: 'the chained windlass',
  item: 'the silver ring',
  npc: 'Mother Hask',
  foe: 'Blind Margery',
  aim: 'find the bell',
  errand: 'find the bell',
  want: 'her brother',
  looks: 'a lean woman',
  title: 'The Counting'
})

describe('the frames', () => {
  it('are many, and no two alike', () => {
    expect(FRAMES.length).toBeGreaterThan(550)
    expect(FRAMES.filter((text, at) => FRAMES.indexOf(text) !== at)).toEqual([])
  })

  it.each(['she', 'he', 'they', 'it'] as const)('become clean sentences about "%s"', (pronoun) => {
    const lines = FRAMES.map((text) => sentence(filled(frame(text), everything(pronoun)) ?? `{${text}}`))
    expect(
      lines.filter((line) => /[{}[\]]|undefined| {2}|\.\.|,[.,]/.test(line) || !/^["']?\p{Lu}.*[.!?]["']?$/u.test(line.replace(/(\p{L})$/u, '$1.')))
    ).toEqual([])
  })

  it('mark every verb that must agree with a pronoun', () => {
    expect(FRAMES.filter((text) => /\{[mo]?he\} (is|was|has|does|goes|[a-z]{2,}[^aeious]s)\b/.test(text))).toEqual([])
  })

  it('are found again in what they became', () => {
    const lost = FRAMES.filter((text) => !frame(text).pattern.test(sentence(filled(frame(text), everything('she')) ?? '')))
    expect(lost).toEqual([])
  })
})

describe('a voice', () => {
  it('uses each frame once while the log remembers it, then falls silent', () => {
    const log = [...Array(talk.SNUBBED.length)].reduce<ReturnType<typeof entry>[]>((said, _, at) => {
      const line = voiceOf(viewOf({ log: said }), dice(at + 1)).say(talk.SNUBBED, everything('he'))
      return [...said, entry('DM', 'narration', sentence(line ?? ''))]
    }, [])
    expect(new Set(log.map((one) => one.text)).size).toBe(talk.SNUBBED.length)
    expect(voiceOf(viewOf({ log }), dice(99)).say(talk.SNUBBED, everything('he'))).toBeUndefined()
  })

  it('begins neighbouring scenes with different words', () => {
    const first = (number: number): Set<string | undefined> =>
      new Set(
        [1, 2, 3, 4, 5, 6].map((seed) => voiceOf(viewOf({ scene: { ...viewOf().scene!, number } }), dice(seed)).say(road.ARRIVED, everything('she')))
      )
    expect([...first(1)].filter((text) => first(2).has(text))).toEqual([])
  })

  it('goes on with a description where the log left off', () => {
    const text = 'The yard is wide. The well is deep. Crows wait.'
    expect(passage(voiceOf(viewOf(), dice(1)), text, 2)).toBe('The yard is wide. The well is deep.')
    expect(passage(voiceOf(viewOf({ log: [entry('DM', 'narration', 'The yard is wide. The well is deep.')] }), dice(1)), text, 2)).toBe('Crows wait.')
  })
})

describe('grammar', () => {
  it('gives things articles and owners', () => {
    expect([the('a brass key'), the('The Clint'), the("carter's coat"), the('chained windlass')]).toEqual([
      'the brass key',
      'the Clint',
      "carter's coat",
      'the chained windlass'
    ])
    expect([possessive('Wren'), possessive('Tobias'), list(['Wren', 'Tobit', 'Pym'])]).toEqual(["Wren's", "Tobias'", 'Wren, Tobit and Pym'])
    expect(['looks', 'catches', 'has', 'carries', 'is'].map(plural)).toEqual(['look', 'catch', 'have', 'carry', 'are'])
  })

  it('makes and finds sentences', () => {
    expect(sentence('the rope creaks  . nobody is near it')).toBe('The rope creaks. Nobody is near it.')
    expect(sentences('It rings. "Once?" Twice.')).toEqual(['It rings.', '"Once?"', 'Twice.'])
  })
})

describe('frameOf', () => {
  const names = ['Wren', 'Throat Yard', 'the stone trough', 'linen bandage']
  it('takes names, numbers and pronouns out, so that a repeated sentence is found', () => {
    expect(frameOf('Wren leaves Throat Yard with 2 bandages, and she is glad.', names)).toBe(
      frameOf('Wren leaves the stone trough with 7 bandages, and he is glad!', names)
    )
    expect(frameOf('Wren sits down.', names)).not.toBe(frameOf('Wren stands up.', names))
  })
  it('tells whether a thing of this world is named', () => {
    expect([namesOne('The trough of stone is dry.', names), namesOne('At Throat Yard nothing moves.', names)]).toEqual([false, true])
  })
})
