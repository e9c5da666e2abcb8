import { join } from 'node:path'
import type { ServerOptions, Server } from '../src/main/server'
import { coreThread, CoreWorker, type CoreThread } from '../src/main/worker'
import { enter, expect, test } from './fixtures'

test.use({ campaign: false })

const root = join(import.meta.dirname, '..')

test('a campaign whose core is lost within a minute stays closed; the start page says why and opens it', async ({ app, made, chrome }, info) => {
  await made('cairn-hack', '7', 0, app.dir)
  const home = info.outputPath('home')
  const threads: CoreThread[] = []
  const thread = coreThread(join(root, 'out/main/core.js'), {
    kind: 'browser',
    version: '0',
    home,
    resources: root,
    canPickFolder: false,
    canPickFile: false
  })
  const core = new CoreWorker({
    start: (loss) => {
      threads.push(thread(loss))
      return threads.at(-1)!
    }
  })
  const { startServer } = (await import(join(root, 'out/main/server.js'))) as { startServer: (options: ServerOptions) => Promise<Server> }
  const server = await startServer({ root: join(root, 'out/renderer'), home, core })
  const context = await chrome.newContext({ viewport: { width: 1280, height: 800 } })
  try {
    const page = await context.newPage()
    await enter(page, server)
    await core.ask('open', { dir: app.dir })
    await expect(page.locator('.title-bar')).toBeVisible()
    await threads[0]!.terminate()
    const notice = page.getByRole('alert', { name: 'Proscenium didn’t reopen “The Well”' })
    await expect(notice).toContainText('The core ended with code 1. That was less than a minute after the campaign was opened.')
    await expect(notice).toContainText(app.dir)
    await page.reload()
    await expect(notice).toBeVisible()
    await notice.getByRole('button', { name: 'Open “The Well”' }).click()
    await expect(page.locator('.title-bar')).toBeVisible()
    await core.ask('close')
    await expect(page.getByRole('heading', { name: 'Recent campaigns' })).toBeVisible()
    await expect(notice).toBeHidden()
  } finally {
    await context.close()
    await server.close()
  }
})
