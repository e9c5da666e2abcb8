import { describe, expect, it } from 'vitest'
import { plural } from './frame'
import { frameOf, namesOne } from './frame.fixture'
import { possessive, sentence, sentences, the } from './grammar'
import { listed } from '../../../shared/words/labels'
import { dice, entry, viewOf } from './tiny-views.fixture'
import { passage, person, voiceOf } from './voice'

const FRAMES = [
  '{n} nods.',
  '{n} waits at {place}.',
  '{m} looks at {n}.',
  '{all} stand at {place}.',
  '{o} hears {n}.',
  '{n} goes from {from}.',
  '{o} nods.',
  '{m} waits.'
]

const everything = {
  ...person('n', { name: 'Wren', pronoun: 'she' }),
  ...person('m', { name: 'Scuttle', pronoun: 'he' }),
  ...person('o', { name: 'Tobit', pronoun: 'he' }),
  all: 'Wren, Tobit and Pym',
  place: 'Throat Yard',
  from: 'Clint Top'
}

describe('a voice', () => {
  it('a frame is used once while it is in the log; when none is left, nothing is said', () => {
    const log = [...Array(FRAMES.length)].reduce<ReturnType<typeof entry>[]>((said, _, at) => {
      const line = voiceOf(viewOf({ log: said }), dice(at + 1)).say(FRAMES, everything)
      return [...said, entry('DM', 'narration', sentence(line ?? ''))]
    }, [])
    expect(new Set(log.map((one) => one.text)).size).toBe(FRAMES.length)
    expect(voiceOf(viewOf({ log }), dice(99)).say(FRAMES, everything)).toBeUndefined()
  })

  it('neighbouring scenes begin with different sentences', () => {
    const first = (number: number): Set<string | undefined> =>
      new Set([1, 2, 3, 4, 5, 6].map((seed) => voiceOf(viewOf({ scene: { ...viewOf().scene!, number } }), dice(seed)).say(FRAMES, everything)))
    expect([...first(1)].filter((text) => first(2).has(text))).toEqual([])
  })

  it('a description continues where the log left off', () => {
    const text = 'The yard is wide. The well is deep. Crows wait.'
    expect(passage(voiceOf(viewOf(), dice(1)), text, 2)).toBe('The yard is wide. The well is deep.')
    expect(passage(voiceOf(viewOf({ log: [entry('DM', 'narration', 'The yard is wide. The well is deep.')] }), dice(1)), text, 2)).toBe('Crows wait.')
  })
})

describe('grammar', () => {
  it('things get articles and possessives', () => {
    expect([the('a brass key'), the('The Clint'), the("carter's coat"), the('chained windlass')]).toEqual([
      'the brass key',
      'the Clint',
      "carter's coat",
      'the chained windlass'
    ])
    expect([possessive('Wren'), possessive('Tobias'), listed(['Wren', 'Tobit', 'Pym'])]).toEqual(["Wren's", "Tobias'", 'Wren, Tobit and Pym'])
    expect(['looks', 'catches', 'has', 'carries', 'is'].map(plural)).toEqual(['look', 'catch', 'have', 'carry', 'are'])
  })

  it('texts are made into sentences and divided into them', () => {
    expect(sentence('the rope creaks  . nobody is near it')).toBe('The rope creaks. Nobody is near it.')
    expect(sentences('It rings. "Once?" Twice.')).toEqual(['It rings.', '"Once?"', 'Twice.'])
  })
})

describe('frameOf', () => {
  const names = ['Wren', 'Throat Yard', 'the stone trough', 'linen bandage']
  it('names, numbers and pronouns are removed, so that repeated sentences are found', () => {
    expect(frameOf('Wren leaves Throat Yard with 2 bandages, and she is glad.', names)).toBe(
      frameOf('Wren leaves the stone trough with 7 bandages, and he is glad!', names)
    )
    expect(frameOf('Wren sits down.', names)).not.toBe(frameOf('Wren stands up.', names))
  })
  it('texts that name something of the world are recognised', () => {
    expect([namesOne('The trough of stone is dry.', names), namesOne('At Throat Yard nothing moves.', names)]).toEqual([false, true])
  })
})
