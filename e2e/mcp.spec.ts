import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { SeatClient } from '../src/main/mcp/clients.fixture'
import { CLI, expect, run, test } from './terminal'

test('two clients start the command for their seats, play at one table, and one goes on after the other was killed', async ({ folder, pristine }) => {
  const dir = join(folder, 'well')
  await cp(pristine, dir, { recursive: true })
  const env = { ...(process.env as Record<string, string>), PROSCENIUM_HOME: join(folder, 'home') }
  const started: StdioClientTransport[] = []
  const seat = (name: string): Promise<SeatClient> => {
    const transport = new StdioClientTransport({ command: process.execPath, args: [CLI, 'mcp', dir, '--seat', name], env })
    started.push(transport)
    return SeatClient.over(transport)
  }
  const dm = await seat('DM')
  const wren = await seat('Wren')
  const designer = await seat('designer')

  const { beat } = await dm.turn()
  expect((await wren.use('context')).text).toContain('It is the turn of the DM.')
  expect(await dm.use('act', { beat, action: 'open_session', title: 'The rope' })).toMatchObject({ isError: false })
  expect(JSON.parse((await designer.use('state_at', { path: 'next/session' })).text)).toBe(1)
  // The first command has the campaign open. When it is killed, another client opens it.
  process.kill(started[0]!.pid!, 'SIGKILL')
  expect((await wren.use('recall', { query: 'rope' })).text).toMatch(/^\d notes/)
  const again = await seat('DM')
  const now = await again.turn()
  expect(now.beat).toBeGreaterThan(beat)
  await Promise.all([wren, designer, again].map(({ client }) => client.close()))

  const verified = await run(process.execPath, [CLI, 'verify', dir, '--json'], env)
  expect(JSON.parse(verified.out)).toMatchObject({ mismatches: [] })
})

test('mcp refuses a seat that the table doesn’t have, and a folder without a campaign, with one sentence', async ({ folder, cli, pristine }) => {
  const dir = join(folder, 'well')
  await cp(pristine, dir, { recursive: true })
  expect(await cli('mcp', dir, '--seat', 'Nobody')).toEqual({ code: 1, out: '', err: expect.stringContaining('This table has no seat "Nobody"') })
  expect(await cli('mcp', folder, '--seat', 'DM')).toMatchObject({ code: 1, out: '' })
  expect(await cli('mcp', dir)).toMatchObject({ code: 2, out: '', err: expect.stringContaining('--seat') })
})
