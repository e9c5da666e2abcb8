import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Worker } from 'node:worker_threads'
import type { Page } from '@playwright/test'
import type { Message } from '../src/main/wire'
import { lastLines } from '../src/main/log'
import { CoreWorker } from '../src/main/worker'
import { enter, expect, test as base } from './fixtures'
import { coreAt, serve } from './host'
import { CLI } from './terminal'

/** A start page whose core threads a test can end, in order of their start. */
const test = base.extend<{ hosted: { page: Page; core: CoreWorker; threads: Worker[]; dir: string } }>({
  hosted: async ({ chrome, dir }, use, info) => {
    const home = info.outputPath('home')
    const threads: Worker[] = []
    const core = new CoreWorker({
      start: (loss) => {
        const started = coreAt(home)(loss)
        threads.push(started)
        return started
      }
    })
    const server = await serve(home, core)
    const context = await (await chrome()).newContext({ viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' })
    const page = await context.newPage()
    await enter(page, server)
    await use({ page, core, threads, dir })
    await context.close()
    await server.close()
  }
})

test('after the core is lost within a minute, the start page says why and opens the campaign again', async ({ hosted }) => {
  const { page, core, threads, dir } = hosted
  await core.ask('open', { dir })
  await expect(page.locator('.title-bar')).toBeVisible()
  await threads[0]!.terminate()
  const notice = page.getByRole('alert', { name: 'Proscenium didn’t reopen “The Well”' })
  await expect(notice).toContainText('The core ended with code 1. This happened less than a minute after the campaign was opened.')
  await expect(notice).toContainText(dir)
  await page.reload()
  await expect(notice).toBeVisible()
  await notice.getByRole('button', { name: 'Open “The Well”' }).click()
  await expect(page.locator('.title-bar')).toBeVisible()
  await core.ask('close')
  await expect(page.getByRole('heading', { name: 'Recent campaigns' })).toBeVisible()
  await expect(notice).toBeHidden()
})

test('a campaign that loses the core while it opens is named on the start page with the reason', async ({ hosted }) => {
  const { page, threads, dir } = hosted
  threads[0]!.on('message', (message: Message) => {
    if ('ask' in message && message.call === 'opening') void threads[0]!.terminate()
  })
  let sendListing: (() => void) | undefined
  await page.routeWebSocket(/./, (socket) => {
    socket.connectToServer().onMessage((frame) => {
      if (sendListing === undefined && String(frame).includes('"folders":')) sendListing = () => socket.send(frame)
      else socket.send(frame)
    })
  })
  await page.reload()
  await page.getByRole('button', { name: /^Open folder/ }).click()
  const dialog = page.getByRole('dialog')
  const path = dialog.getByRole('textbox')
  await path.fill(dir)
  await expect.poll(() => sendListing).toBeDefined()
  sendListing!()
  await expect(dialog.getByText('Opening…')).toHaveCount(0)
  // A late list of folders keeps the typed path.
  await expect(path).toHaveValue(dir)
  await expect(path).toBeFocused()
  await page.keyboard.press('Enter')
  await dialog.getByRole('button', { name: 'Open campaign', exact: true }).click()
  const notice = page.getByRole('alert', { name: 'Proscenium couldn’t open “The Well”' })
  await expect(notice).toContainText(
    'The core ended with code 1. This happened while Proscenium opened the campaign. Open it again only if you trust it.'
  )
  await expect(notice).toContainText(dir)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByText('The connection broke')).toHaveCount(0)
  await notice.getByRole('button', { name: 'Open “The Well”' }).click()
  await expect(page.locator('.title-bar')).toBeVisible()
})

/** What the error of a dying core quotes: nothing of it may be in the log. */
const SECRET = 'Wren hid the bell under sk-ant-0123456789'

test('a core that dies while it writes a beat is replaced, and the log names the kind and code of its error alone', async ({ chrome, dir }, info) => {
  const home = info.outputPath('home')
  const order = info.outputPath('death')
  const env = {
    ...process.env,
    PROSCENIUM_HOME: home,
    DEATH: order,
    NODE_OPTIONS: `--require ${JSON.stringify(join(import.meta.dirname, 'dying-core.cjs'))}`
  }
  const host = spawn(process.execPath, [CLI, 'serve', dir, '--port', '0', '--json'], { env, stdio: ['ignore', 'pipe', 'ignore'] })
  const [line] = (await once(createInterface(host.stdout), 'line')) as [string]
  const { url } = JSON.parse(line) as { url: string }
  const context = await (await chrome()).newContext({ viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' })
  const page = await context.newPage()
  await enter(page, { url, origin: new URL(url).origin })
  const beats = page.getByRole('slider', { name: 'Timeline' })
  const ways = [
    ['exit', 'The core ended with code 7.'],
    [SECRET, `The core failed: ${SECRET}.`]
  ] as const
  for (const [how, why] of ways) {
    await expect(beats).toBeVisible()
    await writeFile(order, how)
    await page.keyboard.press('.')
    const notice = page.getByRole('alert', { name: 'Proscenium didn’t reopen “The Well”' })
    await expect(notice).toContainText(why)
    await notice.getByRole('button', { name: 'Open “The Well”' }).click()
  }
  // The new core plays on.
  await expect(beats).toBeVisible()
  const before = await beats.getAttribute('aria-valuemax')
  await page.keyboard.press('.')
  await expect(beats).not.toHaveAttribute('aria-valuemax', before ?? '')
  await context.close()
  host.kill()
  await once(host, 'exit')

  const log = lastLines(home, 'tab', 100)
  expect(log.filter((line) => line.includes('The core ')).map((line) => line.slice(line.indexOf(' ') + 1))).toEqual([
    'The core ended with code 7.',
    'The core failed: RangeError (E_BELL)'
  ])
  for (const part of ['Wren', 'bell', 'sk-ant', dir]) expect(log.join('\n')).not.toContain(part)
})
