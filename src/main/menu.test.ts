import type { MenuItemConstructorOptions } from 'electron'
import { describe, expect, it } from 'vitest'
import { menuTemplate, type MenuCommands, type MenuState } from './menu'

const done: unknown[] = []
const commands = new Proxy({} as MenuCommands, {
  get: (_, name) => (argument: unknown) => done.push(argument === undefined ? name : [name, argument])
})
const template = (platform: NodeJS.Platform, more: Partial<MenuState> = {}) => menuTemplate(commands, { platform, recent: [], ...more })
const below = ({ submenu }: MenuItemConstructorOptions): MenuItemConstructorOptions[] => (Array.isArray(submenu) ? submenu : [])
const name = ({ role, type, id, label }: MenuItemConstructorOptions): string | undefined => id ?? role ?? (type === 'separator' ? '-' : label)
const outline = (items: MenuItemConstructorOptions[]) => items.map((item) => [name(item), ...below(item).map(name)])
const itemOf = (items: MenuItemConstructorOptions[], id: string): MenuItemConstructorOptions => {
  const found = items.flatMap((item) => [item, ...below(item), ...below(item).flatMap(below)]).find((item) => item.id === id)
  if (!found) throw new Error(`The menu has no ${id}`)
  return found
}
const click = (item: MenuItemConstructorOptions): void => item.click?.(undefined as never, undefined, undefined as never)

const FILE = ['File', 'new', 'open', 'recent', '-', 'close']
const TABLE = ['Table', 'play', 'pause', 'step']

describe('the menu', () => {
  it.each(['win32', 'linux'] as const)('of %s has Quit in File, and updates and About in Help', (platform) => {
    const isBeta = false
    expect(outline(template(platform, { updates: { stage: { kind: 'idle' }, isBeta } }))).toEqual([
      [...FILE, 'quit'],
      ['editMenu'],
      ['viewMenu'],
      TABLE,
      ['help', 'report', 'logs', '-', 'update', 'beta', '-', 'licences', 'about']
    ])
  })

  it('of macOS has a menu of the app with About, updates, Services, Hide and Quit, and one of windows', () => {
    expect(outline(template('darwin', { updates: { stage: { kind: 'idle' }, isBeta: true } }))).toEqual([
      ['appMenu', 'about', 'update', 'beta', '-', 'services', '-', 'hide', 'hideOthers', 'unhide', '-', 'quit'],
      [...FILE, 'close'],
      ['editMenu'],
      ['viewMenu'],
      TABLE,
      ['windowMenu'],
      ['help', 'report', 'logs', '-', 'licences']
    ])
  })

  it('runs a command for each of its own items', () => {
    done.length = 0
    const items = template('linux', { updates: { stage: { kind: 'idle' }, isBeta: false } })
    for (const id of ['new', 'open', 'close', 'play', 'pause', 'step', 'report', 'logs', 'update', 'beta', 'licences']) click(itemOf(items, id))
    const wanted = [
      'create',
      'open',
      'closeCampaign',
      'play',
      'pause',
      'step',
      'reportProblem',
      'showLogs',
      'checkForUpdates',
      ['followBeta', true],
      'showLicences'
    ]
    expect(done).toEqual(wanted)
  })

  it('uses no key twice', () => {
    const keys = template('darwin').flatMap((item) => below(item).flatMap(({ accelerator }) => accelerator ?? []))
    expect(keys.length).toBeGreaterThan(4)
    expect(new Set(keys).size).toBe(keys.length)
  })

  it('says where an update stands, and has no channels where this copy doesn’t update itself', () => {
    const at = (updates: MenuState['updates']) => itemOf(template('win32', { updates }), 'update')
    expect(at({ stage: { kind: 'checking' }, isBeta: false })).toMatchObject({ label: 'Check for updates…', enabled: false })
    expect(at({ stage: { kind: 'loading', version: '1.1.0' }, isBeta: false })).toMatchObject({ label: 'Downloading version 1.1.0…', enabled: false })
    const ready = at({ stage: { kind: 'ready', version: '1.1.0' }, isBeta: false })
    expect(ready.label).toBe('Restart to install version 1.1.0')
    done.length = 0
    click(ready)
    expect(done).toEqual(['installUpdate'])
    expect(outline(template('linux')).at(-1)).toEqual(['help', 'report', 'logs', '-', 'update', '-', 'licences', 'about'])
  })

  it('lists ten recent campaigns by title and folder, and disables those whose folder is missing', () => {
    const recent = Array.from({ length: 12 }, (_, n) => ({ dir: `/stories/well ${n}`, title: `L’Été ${n}`, game: '', opened: 0, missing: n === 1 }))
    const listed = below(itemOf(template('win32', { recent }), 'recent'))
    expect(listed).toHaveLength(10)
    expect(listed.map(({ label, enabled }) => [label, enabled]).slice(0, 2)).toEqual([
      ['L’Été 0 (well 0)', true],
      ['L’Été 1 (well 1)', false]
    ])
    done.length = 0
    click(listed[0]!)
    expect(done).toEqual([['openRecent', '/stories/well 0']])
    expect(below(itemOf(template('win32'), 'recent'))).toEqual([{ label: 'No recent campaigns', enabled: false }])
  })
})
