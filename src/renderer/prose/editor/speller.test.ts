import { MessageChannel } from 'node:worker_threads'
import { expect, it } from 'vitest'
import { Speller, type SpellAnswer, type SpellQuestion } from './speller'

it('words are asked for once, together, and are right until the answer is there', async () => {
  const asked: SpellQuestion[] = []
  const { port1, port2 } = new MessageChannel()
  port2.on('message', (question: SpellQuestion) => {
    asked.push(question)
    const reply: SpellAnswer = question.words
      ? { id: question.id, wrong: question.words.filter((word) => word === 'lantrn') }
      : { id: question.id, suggestions: ['lantern'] }
    port2.postMessage(reply)
  })
  let answer: () => void = () => undefined
  const answered = new Promise<void>((done) => (answer = done))
  let starts = 0
  const speller = new Speller(
    () => {
      starts++
      return port1 as unknown as Worker
    },
    () => answer()
  )
  expect(starts).toBe(0)
  expect(['the', 'lantrn', 'lantrn'].map((word) => speller.isWrong(word))).toEqual([false, false, false])
  await answered
  expect(['the', 'lantrn'].map((word) => speller.isWrong(word))).toEqual([false, true])
  expect(await speller.suggestions('lantrn')).toEqual(['lantern'])
  expect(asked).toEqual([
    { id: 1, words: ['the', 'lantrn'] },
    { id: 2, word: 'lantrn' }
  ])
  expect(starts).toBe(1)
  port1.close()
})

it('without a worker every word counts as right, and there are no suggestions', async () => {
  const port = Object.assign(new EventTarget(), { postMessage: () => void port.dispatchEvent(new Event('error')) })
  const speller = new Speller(
    () => port,
    () => undefined
  )
  expect(speller.isWrong('lantrn')).toBe(false)
  expect([await speller.suggestions('lantrn'), await speller.suggestions('lanten')]).toEqual([[], []])
  expect(speller.isWrong('lantrn')).toBe(false)
})
