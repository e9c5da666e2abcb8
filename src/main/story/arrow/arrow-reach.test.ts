import { expect, it } from 'vitest'
import { never } from '../../../shared/base/abort'
import { textOf } from '../../../arrow/documents.fixture'
import { countingReach } from './arrow-reach'

const wish = { runs: 300, steps: 50, seed: 1 }

it('counting reports progress and then what readers reach', async () => {
  const news = []
  for await (const one of countingReach({ text: textOf('conf-flow.arrow'), wish }, never)) news.push(one)
  expect(news.map(({ kind }) => kind)).toEqual([...Array<string>(news.length - 1).fill('progress'), 'answer'])
  expect(news.at(0)).toEqual({ kind: 'progress', progress: { done: expect.any(Number), of: 300 } })
  expect(news.at(-1)).toMatchObject({ kind: 'answer', answer: { runs: 300, ended: 300 } })
})

it('a count can be stopped, and says what it can’t read', async () => {
  const controller = new AbortController()
  const counting = countingReach({ text: textOf('conf-flow.arrow'), wish: { ...wish, runs: 1_000_000 } }, controller.signal)
  expect((await counting.next()).value).toMatchObject({ kind: 'progress' })
  controller.abort()
  await expect(counting.next()).rejects.toMatchObject({ code: 'refused', message: 'The playthroughs were stopped.' })
  await expect(countingReach({ text: '{', wish }, never).next()).rejects.toMatchObject({ code: 'bad-file' })
  await expect(countingReach({ text: textOf('conf-flow.arrow'), wish: { ...wish, from: 999 } }, never).next()).rejects.toMatchObject({
    code: 'not-found'
  })
})
