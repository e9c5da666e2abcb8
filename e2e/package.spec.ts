import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rename, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { expect, test } from '@playwright/test'
import { icns, ico } from '../packaging/icons.mjs'
import { packedFiles, stage } from '../packaging/contents.mjs'
import { sessionRows } from '../src/main/lab/results/sessions.fixture'
import { SeatClient } from '../src/main/mcp/clients.fixture'
import { launchStandin } from './launch'
import { call } from './studio-call'
import { removeFolder } from './remove-folder'

const root = join(import.meta.dirname, '..')

test('a package has the code, the rules and the samples, and nothing for developers', () => {
  const { archive, beside } = packedFiles()
  const all = [...archive, ...beside]
  expect(all).toEqual(
    expect.arrayContaining([
      'out/main/index.js',
      'out/main/core.js',
      'out/main/prebuilt/interpreter.wasm',
      'out/preload/index.cjs',
      'out/renderer/index.html',
      'out/page-player.json',
      'out/licences.txt',
      'rules/cairn-hack/manifest.yaml',
      'rules/proscenium.d.ts',
      'rules/schema/action.json',
      'resources/blank/ABOUT.md',
      'resources/the-well/ABOUT.md',
      'resources/the-well/.gitignore'
    ])
  )
  const native = all.filter((file) => file.startsWith('node_modules/@duckdb/node-bindings-'))
  expect(native.map((file) => file.split('/').at(-1))).toEqual(expect.arrayContaining(['LICENSE', 'duckdb.node', 'package.json']))
  expect(
    all.filter((file) => !native.includes(file) && /\.(?:map|test\.\w+|spec\.\w+|fixture\.\w+)$|tsconfig|DECISIONS|node_modules/.test(file))
  ).toEqual([])
  // Only Electron reads the archive; other programs and copies of folders need real files.
  expect(archive.filter((file) => !file.startsWith('out/'))).toEqual([])
})

test('the licences name every package in the bundles, among them those of fonts, words and workers, with their texts', async () => {
  const text = await readFile(join(root, 'out/licences.txt'), 'utf8')
  const packages = [...text.matchAll(/^(\S+) \d[\w.+-]*: (.+?)(?:, source code at (https:\/\/\S+))?$/gm)].map(([, name, licence, source]) => ({
    name,
    licence,
    source
  }))
  for (const name of [
    'react',
    'elkjs',
    'monaco-editor',
    '@fontsource-variable/inter',
    'dictionary-en-gb',
    'nspell',
    'unpdf',
    'isomorphic-git',
    '@duckdb/node-bindings'
  ])
    expect(packages.map((one) => one.name)).toContain(name)
  const known =
    /^\(?(?:MIT|ISC|Apache-2\.0|BSD(?:-[23]-Clause)?|0BSD|Zlib|Unlicense|OFL-1\.1|EPL-2\.0|Python-2\.0|BlueOak-1\.0\.0)\)?(?: (?:AND|OR) [\w.-]+\)?)*$/
  expect(packages.filter(({ licence = '' }) => !known.test(licence))).toEqual([])
  expect(packages.find(({ name }) => name === 'elkjs')).toMatchObject({
    licence: expect.stringContaining('EPL-2.0'),
    source: 'https://github.com/kieler/elkjs'
  })
  expect(text).toContain('Eclipse Public License - v 2.0')
  expect(text).toContain('SIL OPEN FONT LICENSE')
})

test('the icons for Windows and macOS are packed from the PNGs that lie beside them', async () => {
  const icon = (name: string): Promise<Buffer> => readFile(join(root, 'packaging/icons', name))
  const images: [number, Buffer][] = await Promise.all(
    [16, 32, 48, 64, 128, 256, 512, 1024].map(async (size): Promise<[number, Buffer]> => [size, await icon(`${size}x${size}.png`)])
  )
  // The size in a PNG's header.
  expect(images.map(([, png]) => png.readUInt32BE(16))).toEqual(images.map(([size]) => size))
  expect(Buffer.compare(ico(images.filter(([size]) => size <= 256)), await icon('icon.ico'))).toBe(0)
  expect(Buffer.compare(icns(images), await icon('icon.icns'))).toBe(0)
})

/** Lays the app out in a folder as Electron shows a packed one, and returns the folder of its code. */
async function packIn(folder: string): Promise<string> {
  stage(folder)
  await rename(join(folder, 'app'), join(folder, 'app.asar'))
  for (const name of await readdir(join(folder, 'beside'))) await rename(join(folder, 'beside', name), join(folder, name))
  return join(folder, 'app.asar')
}

test('a packed app downloads a new version while it runs, and installs it when it quits', async () => {
  const info = test.info()
  const folder = info.outputPath('packed')
  const code = await packIn(folder)
  const next = Buffer.from('#!/bin/sh\nexit 0\n')
  const sha512 = createHash('sha512').update(next).digest('base64')
  const asked: string[] = []
  const files: Record<string, string | Buffer> = {
    '/latest-linux.yml': `version: 9.9.9\nfiles:\n  - url: Proscenium-9.9.9.AppImage\n    sha512: ${sha512}\n    size: ${next.length}\npath: Proscenium-9.9.9.AppImage\nsha512: ${sha512}\nreleaseDate: '2031-05-01T12:00:00.000Z'\n`,
    '/Proscenium-9.9.9.AppImage': next
  }
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '', 'http://server').pathname
    asked.push(path)
    const file = files[path]
    response.writeHead(file === undefined ? 404 : 200).end(file)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  await writeFile(join(folder, 'app-update.yml'), `provider: generic\nurl: ${url}\nupdaterCacheDirName: proscenium-updater\n`)
  const image = join(folder, 'Proscenium.AppImage')
  await writeFile(image, 'the old version')
  const env = { PROSCENIUM_HOME: info.outputPath('home'), APPIMAGE: image, XDG_CACHE_HOME: info.outputPath('cache') }
  const desk = await launchStandin(info.outputPath('profile'), [], env, code)
  await desk.page.locator('main').waitFor()
  await desk.evaluate(({ dialog, Menu }) => {
    Object.assign(dialog, { showMessageBox: () => Promise.resolve({ response: 0 }) })
    Menu.getApplicationMenu()?.getMenuItemById('update')?.click()
  })
  const label = () => desk.evaluate(({ Menu }) => Menu.getApplicationMenu()?.getMenuItemById('update')?.label)
  await expect.poll(label).toBe('Restart to install version 9.9.9')
  expect(asked).toContain('/Proscenium-9.9.9.AppImage')
  expect(await readFile(image, 'utf8')).toBe('the old version')
  void desk.evaluate(({ app }) => app.quit())
  await expect.poll(() => readFile(image, 'utf8').catch(() => '')).toBe(String(next))
  await desk.close()
  server.close()
})

test('a link that starts the app opens its campaign', async () => {
  const info = test.info()
  // Not in the checkout, because a repository in another one is no campaign.
  const home = await mkdtemp(join(tmpdir(), 'proscenium-link-'))
  const start = (args: string[], env: Record<string, string> = {}) =>
    launchStandin(info.outputPath('profile'), args, { PROSCENIUM_HOME: home, ...env })
  const first = await start(['--sample'])
  await expect(first.page.locator('.title-bar')).toContainText('The Well')
  await first.close()
  // It is a recent campaign now, so nobody is asked.
  const second = await start([], { STANDIN_LINK: `proscenium://open?dir=${encodeURIComponent(join(home, 'The Well'))}` })
  await expect(second.page.locator('.title-bar')).toContainText('The Well')
  await second.close()
  await removeFolder(home)
})

test('a packed app is its own command line, also for MCP clients, without a window', async () => {
  const info = test.info()
  const code = await packIn(info.outputPath('packed'))
  const home = await mkdtemp(join(tmpdir(), 'proscenium-cli-'))
  const dir = join(home, 'The Hanged Bell’s “Łódź”')
  const env = { ...(process.env as Record<string, string>), PROSCENIUM_HOME: home, STANDIN_HOME: info.outputPath('profile') }
  const line = [join(root, 'e2e/standin/run.mjs'), join(code, 'out/main/index.js'), '--cli']
  const run = async (...args: string[]) => {
    const child = spawn(process.execPath, [...line, ...args], { cwd: code, env })
    const said = { out: '', err: '' }
    child.stdout.on('data', (part) => (said.out += String(part)))
    child.stderr.on('data', (part) => (said.err += String(part)))
    const [exitCode] = (await once(child, 'close')) as [number]
    return { exitCode, ...said }
  }
  expect(await run('--version')).toMatchObject({ exitCode: 0, out: expect.stringMatching(/^\d+\.\d+\.\d+\n$/) })
  expect(await run('new', dir, '--seed', '5')).toMatchObject({ exitCode: 0 })
  expect(await run('play', dir, '--beats', '2')).toMatchObject({ exitCode: 0 })
  expect(await run('state', join(home, 'nothing'))).toMatchObject({ exitCode: 1, err: expect.stringMatching(/^There is no folder .*\.\n$/) })
  expect(await run('dance')).toMatchObject({ exitCode: 2 })

  // The app starts itself as the process that reads the lab's results, with what lies beside the archive.
  const lab = spawn(process.execPath, [...line, 'lab-results'], {
    cwd: code,
    env,
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    serialization: 'advanced'
  })
  const results = join(home, 'results.duckdb')
  expect(await once(lab, 'message')).toEqual(['ready', undefined])
  lab.send({ id: 1, file: results, method: 'add', parameters: [[sessionRows(4, 9)]] })
  expect(await once(lab, 'message')).toEqual([{ id: 1, answer: undefined }, undefined])
  lab.send({ id: 2, file: results, method: 'query', parameters: ['SELECT session, count(*) FROM beat GROUP BY ALL', 10] })
  expect(await once(lab, 'message')).toMatchObject([{ id: 2, answer: { rows: [[4, 9]] } }, undefined])
  const gone = once(lab, 'exit')
  lab.disconnect()
  await gone

  const transport = new StdioClientTransport({ command: process.execPath, args: [...line, 'mcp', dir, '--seat', 'DM'], env, cwd: code })
  const dm = await SeatClient.over(transport)
  await dm.turn()
  expect((await dm.use('context')).text).toContain('It is your turn')
  await dm.client.close()

  const desk = await launchStandin(
    info.outputPath('window'),
    [`--open=${dir}`],
    { PROSCENIUM_HOME: home, APPIMAGE: '/apps/Proscenium.AppImage' },
    code
  )
  await expect(desk.page.locator('.title-bar')).toBeVisible()
  const access = await call<{ command: string[] }>(desk.page, 'mutation', 'clientAccess', { seat: 'DM' })
  expect(access.command).toEqual(['/apps/Proscenium.AppImage', '--cli', 'mcp', dir, '--seat', 'DM'])
  await desk.close()
  await removeFolder(home)
})
