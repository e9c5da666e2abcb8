import { TRPCClientError } from '@trpc/client'
import { expect, it } from 'vitest'
import { problemOf } from './problem-of'

it('keeps the message of the core', () => {
  const problem = { code: 'locked', message: 'Another Proscenium plays here.' }
  const error = { message: problem.message, code: -32603, data: { problem } }
  expect(problemOf(TRPCClientError.from({ error }))).toEqual(problem)
})

it('reports a lost connection whatever closed it', () => {
  const closed = Object.assign(new Error('WebSocket closed'), { name: 'TRPCWebSocketClosedError' })
  for (const cause of [new Event('close'), closed])
    expect(problemOf(TRPCClientError.from(cause as Error))).toEqual({
      code: 'internal',
      message: expect.stringContaining('The connection broke'),
      data: { lost: true }
    })
})

it.each([
  'Failed to fetch dynamically imported module: http://127.0.0.1:1/assets/pasted-x.js',
  'error loading dynamically imported module',
  'Importing a module script failed.'
])('reports an update of Proscenium if a module is missing: %s', (message) => {
  expect(problemOf(new TypeError(message))).toEqual({
    code: 'internal',
    message: 'Proscenium was updated while this window was open. Reload the window to go on.',
    data: { outdated: true }
  })
})

it('keeps the message of any other error', () => {
  expect(problemOf(new Error('No room.'))).toEqual({ code: 'internal', message: 'No room.' })
  expect(problemOf('odd')).toEqual({ code: 'internal', message: 'odd' })
})
