import { createServer, type Server } from 'node:http'
import { afterEach, expect, it } from 'vitest'
import { listenOnLoopback } from './loopback'

const servers: Server[] = []
const listen = (port: number | undefined, preferred?: number): Promise<string> => {
  const http = createServer()
  servers.push(http)
  return listenOnLoopback(http, port, preferred)
}
const close = (http: Server): Promise<void> => new Promise((done) => http.close(() => done()))
afterEach(() => Promise.all(servers.splice(0).map(close)))

it('without a port takes the preferred one if it is free, else any', async () => {
  const free = await listen(0)
  await close(servers.pop()!)
  const preferred = Number(new URL(free).port)
  expect(await listen(undefined, preferred)).toBe(free)
  expect(await listen(undefined, preferred)).not.toBe(free)
})

it('with a port takes no other one', async () => {
  const taken = Number(new URL(await listen(0)).port)
  await expect(listen(taken, 0)).rejects.toMatchObject({ code: 'bad-input', data: { port: taken } })
})
