import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, expect, it, vi } from 'vitest'
import { externalSkills } from './external-skills'
import { readTool } from './manifest'
import { testTool } from './test-tool'

const dir = mkdtempSync(join(tmpdir(), "o'mcp-"))
afterAll(() => rmSync(dir, { recursive: true, force: true }))

const sdk = (path: string): string => JSON.stringify(pathToFileURL(join(process.cwd(), 'node_modules/@modelcontextprotocol/sdk/dist/esm', path)).href)
const zod = JSON.stringify(pathToFileURL(join(process.cwd(), 'node_modules/zod/index.js')).href)
/** A real server, with the official SDK. */
const SERVER = `
import { McpServer } from ${sdk('server/mcp.js')}
import { StdioServerTransport } from ${sdk('server/stdio.js')}
import { z } from ${zod}
const server = new McpServer({ name: 'names', version: '1.0.0' })
server.registerTool('greet', { description: 'Greets somebody.', inputSchema: { name: z.string().min(1) } }, ({ name }) => {
  console.error('Greeting.')
  return { content: [{ type: 'text', text: \`Good evening, \${name}.\` }] }
})
server.registerTool('count', { description: 'Counts letters.', inputSchema: { name: z.string() }, outputSchema: { letters: z.number() } }, ({ name }) => ({
  content: [{ type: 'text', text: String(name.length) }],
  structuredContent: { letters: name.length }
}))
server.registerTool('environment', { description: 'Says what it sees.', inputSchema: {} }, () => ({
  content: [{ type: 'text', text: Object.keys(process.env).join(' ') }]
}))
server.registerTool('refuse', { description: 'Refuses.', inputSchema: {} }, () => ({ isError: true, content: [{ type: 'text', text: 'Not today.' }] }))
server.registerTool('hang', { description: 'Never answers.', inputSchema: {} }, () => new Promise(() => setInterval(() => undefined, 1000)))
server.registerTool('flood', { description: 'Answers too much.', inputSchema: {} }, () => ({ content: [{ type: 'text', text: 'x'.repeat(6_000_000) }] }))
server.registerTool('bad name!', { description: 'Has a bad name.', inputSchema: {} }, () => ({ content: [] }))
await server.connect(new StdioServerTransport())
`

function writeServer(name: string, program: string, manifest = ''): void {
  const folder = join(dir, 'tools', name)
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'server.mjs'), program)
  writeFileSync(join(folder, 'tool.yaml'), `name: ${name}\ndescription: Names.\nkind: mcp\nrun: [node, server.mjs]\n${manifest}`)
}
const all = { toolTrust: () => 'trusted' as const }
const never = new AbortController().signal

it('the tools of a server are skills, with the limits of a tool', async () => {
  vi.stubEnv('SECRET_OF_MINE', 'x')
  writeServer('names', SERVER, 'timeout: 60\n')
  const { skills, findings } = await externalSkills(dir, undefined, all)
  expect(skills.map(({ name }) => name)).toEqual(['greet', 'count', 'environment', 'refuse', 'hang', 'flood'].map((name) => `names_${name}`))
  expect(findings.map(({ message }) => message)).toEqual([
    'The server names has a tool "bad name!". Its name can\'t be used. Rename it, with letters, digits, - and _.'
  ])
  expect((await testTool(readTool(join(dir, 'tools/names')))).filter(({ message }) => message !== undefined)).toEqual([
    { name: 'bad name! can be used', message: "Its name can't be used. Rename it, with letters, digits, - and _." }
  ])
  const use = (name: string, parameters = {}, signal: AbortSignal = never) => {
    const skill = skills.find((one) => one.name === `names_${name}`)!
    return skill.run({ actionId: 'a', skill: skill.name, parameters, state: {}, sessionId: 's' }, signal)
  }
  expect(skills[0]).toMatchObject({ description: 'Greets somebody.', runs: 'external', timeoutSeconds: 60, state: [] })
  expect(skills[0]?.misfit({ name: '' })).toMatch(/^names_greet: .*`name` must/)
  expect(skills[0]?.misfit({ name: 'Wren' })).toBeUndefined()
  expect(await use('greet', { name: "O'Hara" })).toEqual({
    success: true,
    output: { text: "Good evening, O'Hara." },
    stateChanges: [],
    errors: [],
    stderr: expect.stringMatching(/Greeting\.\n$/)
  })
  expect(await use('count', { name: 'Wren' })).toMatchObject({ success: true, output: { letters: 4 } })
  expect(JSON.stringify((await use('environment')).output)).not.toContain('SECRET_OF_MINE')
  expect((await use('refuse')).errors).toEqual(['Not today.'])
  expect((await use('hang', {}, AbortSignal.timeout(1500))).errors).toEqual(['The tool names was cancelled.'])
  expect((await use('flood')).errors).toEqual(['The tool names answered more than 4 MB and was ended.'])
})

it('a server that writes garbage, ends at once or never answers is a finding', async () => {
  rmSync(join(dir, 'tools'), { recursive: true })
  writeServer('garbage', "process.stdout.write('hello\\n'); setInterval(() => undefined, 1000)")
  writeServer('gone', 'process.exit(3)')
  writeServer('mute', 'setInterval(() => undefined, 1000)', 'timeout: 0.5\n')
  const { skills, findings } = await externalSkills(dir, undefined, all)
  expect(skills).toEqual([])
  expect(findings.map(({ message }) => message.replace(/ Correct it in .*/, ''))).toEqual([
    'The tool garbage wrote what is no message of the Model Context Protocol to standard output and was ended.',
    'The server gone ended before it had answered (exit code 3).',
    'The tool mute took longer than 0.5 s and was ended.'
  ])
})
