import type { Page } from '@playwright/test'
import { expect, proscenium, sh, test } from './fixtures'

/** What the page has shown so far. */
interface Seen {
  places: string[]
  speakers: string[]
  rolls: number
}

/** Starts recording what the page shows. Runs in the page. */
function noteWhatIsShown() {
  interface Element {
    textContent: string
  }
  const page = globalThis as unknown as {
    seen: Seen
    document: { body: object; querySelectorAll(selector: string): ArrayLike<Element> }
    MutationObserver: new (heard: () => void) => { observe(target: object, what: object): void }
  }
  page.seen = { places: [], speakers: [], rolls: 0 }
  const textsOf = (selector: string) => Array.from(page.document.querySelectorAll(selector), (each) => each.textContent)
  const note = () => {
    const { seen } = page
    const place = textsOf('.place h1')[0]
    if (place !== undefined && seen.places.at(-1) !== place) seen.places.push(place)
    for (const speaker of textsOf('.said .who')) if (!seen.speakers.includes(speaker)) seen.speakers.push(speaker)
    seen.rolls = Math.max(seen.rolls, textsOf('.chips').length)
  }
  new page.MutationObserver(note).observe(page.document.body, { childList: true, subtree: true, characterData: true })
  note()
}
const seenOn = (page: Page) => page.evaluate(() => (globalThis as unknown as { seen: Seen }).seen)

/** Facts about the history, read with git alone. */
async function historyOf(dir: string) {
  const rows = (
    await sh('git', '-C', dir, 'log', '--format=%(trailers:key=Action,valueonly,separator=)%x09%(trailers:key=Actor,valueonly,separator=)')
  )
    .trim()
    .split('\n')
  const beats = rows.map((row) => row.split('\t')).filter(([action]) => action && action !== 'new')
  return { beats: beats.length, kinds: new Set(beats.map(([action]) => action)), actors: new Set(beats.map(([, actor]) => actor)) }
}

test('a story is played, scrubbed, branched and played on', async ({ app }) => {
  const { page, dir } = app
  const timeline = page.getByRole('slider', { name: 'Timeline' })
  const beat = async () => Number(await timeline.getAttribute('aria-valuenow'))
  const play = page.getByRole('group', { name: 'Playback' }).getByRole('button', { name: 'Autoplay', exact: true })
  const pause = page.getByRole('button', { name: 'Pause after this beat' })

  await expect(play).toBeEnabled()
  await page.evaluate(noteWhatIsShown)
  await page.getByRole('combobox', { name: 'Speed' }).click()
  await page.getByRole('option', { name: 'Fast', exact: true }).click()
  await play.click()

  // Twenty beats of six kinds, two changes of place, a roll, and everybody at the table has acted.
  const players = ['Pym', 'Tobit', 'Wren']
  await expect
    .poll(
      async () => {
        const { beats, kinds, actors } = await historyOf(dir)
        const seen = await seenOn(page)
        return {
          beats: beats >= 20 && (await beat()) >= 20,
          kinds: kinds.size >= 6,
          moves: seen.places.length >= 3,
          rolls: seen.rolls > 0,
          players: players.filter((player) => !actors.has(player)),
          silent: players.filter((player) => !seen.speakers.some((speaker) => speaker.includes(player)))
        }
      },
      { intervals: [500] }
    )
    .toEqual({ beats: true, kinds: true, moves: true, rolls: true, players: [], silent: [] })

  await pause.click()
  await expect(play).toBeVisible()
  const last = await beat()
  await expect.poll(async () => (await historyOf(dir)).beats).toBe(last)

  // Ten beats back: the window shows the past and says so; nothing on disk changes.
  const head = await sh('git', '-C', dir, 'rev-parse', 'HEAD')
  await page.keyboard.press('Shift+ArrowLeft')
  await expect(timeline).toHaveAttribute('aria-valuenow', String(last - 10))
  await expect(page.getByText(`You are looking at beat ${last - 10} of ${last}`)).toBeVisible()
  expect(await sh('git', '-C', dir, 'rev-parse', 'HEAD')).toBe(head)

  // A new branch from there.
  await page.getByRole('button', { name: 'Continue from here' }).click()
  await page.getByRole('textbox', { name: 'Branch name' }).fill('another-way')
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Branch: another-way' })).toBeVisible()
  // One beat later: the branch has other dice, so the story can differ.
  await expect(timeline).toHaveAttribute('aria-valuenow', String(last - 9))
  await play.click()
  await expect.poll(beat).toBeGreaterThanOrEqual(last - 5)
  await pause.click()
  await expect(play).toBeVisible()

  const graph = await sh('git', '-C', dir, 'log', '--graph', '--oneline', '--all')
  expect(graph).toMatch(/^\* \| |^\| \* /m)
  const fork = (await sh('git', '-C', dir, 'merge-base', head.trim(), 'another-way')).trim()
  expect((await sh('git', '-C', dir, 'rev-list', `${fork}..${head.trim()}`)).trim().split('\n')).toHaveLength(10)
  expect((await sh('git', '-C', dir, 'rev-list', `${fork}..another-way`)).trim().split('\n').length).toBeGreaterThanOrEqual(5)
  await expect.poll(() => sh('git', '-C', dir, 'status', '--porcelain')).toBe('')
  expect(await proscenium('verify', dir)).toMatch(/ Mismatches: 0\.\n$/)
})

test.describe('another game', () => {
  test.use({ campaign: 'none' })

  test('another game is chosen by keyboard, created, and played from its preparation on', async ({ app }) => {
    const { page } = app
    await page.getByRole('button', { name: 'New campaign' }).click()
    const dialog = page.getByRole('dialog', { name: 'New campaign' })
    await dialog.getByRole('textbox', { name: 'Title' }).fill('Lamps')
    const game = dialog.getByRole('combobox', { name: 'Game' })
    await game.focus()
    await page.keyboard.press('ArrowDown')
    await expect(game.locator('option:checked')).toHaveText('Theater of the Mind')
    await expect(game).toHaveAccessibleDescription('A game about journeys and who can take them.')
    await expect(dialog.getByRole('radio', { name: 'The sample campaign “The Lamp Stair”, ready to play.' })).toBeChecked()
    await expect(dialog.getByText('The lamp on the Needle has gone out')).toBeVisible()
    const dir = await dialog.getByRole('textbox', { name: 'Folder' }).inputValue()
    await dialog.getByRole('button', { name: 'Create campaign' }).click()

    const timeline = page.getByRole('slider', { name: 'Timeline' })
    await expect(timeline).toBeVisible()
    await page.getByRole('combobox', { name: 'Speed' }).click()
    await page.getByRole('option', { name: 'Fast', exact: true }).click()
    await page.getByRole('group', { name: 'Playback' }).getByRole('button', { name: 'Autoplay', exact: true }).click()
    await expect(page.getByText('With that, the preparation is over.')).toBeVisible()
    await expect.poll(async () => Number(await timeline.getAttribute('aria-valuenow'))).toBeGreaterThanOrEqual(20)
    await page.getByRole('button', { name: 'Pause after this beat' }).click()
    await expect(page.getByRole('group', { name: 'Playback' }).getByRole('button', { name: 'Autoplay', exact: true })).toBeVisible()

    await page.getByRole('region', { name: 'Characters here' }).getByRole('button', { name: 'Hulda' }).click()
    const sheet = page.getByRole('tabpanel', { name: 'Sheet' })
    // Her available actions may follow, if it is her turn.
    const stats = ['Brawn', 'Brains', 'Faith', 'Speed', 'Hit points', 'Experience', 'Level']
    await expect.poll(async () => (await sheet.getByRole('term').allTextContents()).slice(0, stats.length)).toEqual(stats)
    expect(await proscenium('verify', dir)).toMatch(/ Mismatches: 0\.\n$/)
  })
})
