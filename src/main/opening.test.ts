import { expect, it } from 'vitest'
import { linkedFolder, openFromOutside, openingIn, type OpeningHost } from './opening'

it.each([
  [['proscenium'], undefined],
  [['proscenium', '--sample'], undefined],
  [['proscenium', '--open=The Well'], { path: '/home/wren/The Well' }],
  [['proscenium', '--allow-x', '/stories/Mara’s mill 🌊'], { path: '/stories/Mara’s mill 🌊' }],
  [['proscenium', '--open=a', 'b'], { path: '/home/wren/a' }],
  [['proscenium', 'file:///stories/%D7%A2%D7%91%D7%A8/scene.arrow'], { path: '/stories/עבר/scene.arrow' }],
  [['proscenium', 'PROSCENIUM://open?dir=/x'], { link: 'PROSCENIUM://open?dir=/x' }]
])('%j asks for %j', (argv, opening) => {
  expect(openingIn(argv, '/home/wren', true)).toEqual(opening)
})

it('the app’s own folder among the arguments of a checkout is not to be opened', () => {
  expect(openingIn(['electron', '/work/app', '--sample'], '/', false)).toBeUndefined()
  expect(openingIn(['electron', '--no-sandbox', '/work/app', 'mill'], '/', false)).toEqual({ path: '/mill' })
})

it('a link names the folder of this machine that is opened', () => {
  expect(linkedFolder('proscenium://open?dir=%2Fstories%2FMara%27s%20mill')).toBe("/stories/Mara's mill")
  expect(linkedFolder('proscenium://open/?dir=/stories/../stories/mill')).toBe('/stories/mill')
})

it.each([
  'proscenium:',
  'proscenium://delete?dir=/x',
  'proscenium://open',
  'proscenium://open/more?dir=/x',
  'proscenium://open?dir=/x&dir=/y',
  'proscenium://open?dir=/x&run=rm',
  'proscenium://me@open?dir=/x',
  'https://open?dir=/x',
  `proscenium://open?dir=/${'x'.repeat(6000)}`,
  'proscenium://open?dir=',
  'proscenium://open?dir=relative/mill',
  'proscenium://open?dir=//server/share',
  'proscenium://open?dir=%5C%5Cserver%5Cshare',
  'proscenium://open?dir=/x%00y',
  'proscenium://open?dir=/x%0Ay'
])('the link %j is refused with a sentence that says what to do', (link) => {
  expect(() => linkedFolder(link)).toThrow(/^(?:This link can’t be opened|The link names ".*", which is no full path)[^\n]*(?:FOLDER|instead)\.$/)
})

/** A host with campaigns in these folders, and what happened. */
function hostWith({ campaigns = [] as string[], recent = [] as string[], accepts = false }) {
  const done: string[] = []
  let opened: string | undefined
  const host: OpeningHost = {
    async ask(call, input) {
      const { dir = '' } = (input ?? {}) as { dir?: string }
      if (call === 'recent') return recent.map((one) => ({ dir: one }))
      if (call === 'browse') return { isCampaign: campaigns.includes(dir) }
      done.push(`${call} ${dir}`)
      opened = dir
      return undefined
    },
    opened: () => opened,
    async accepts(dir) {
      done.push(`asked about ${dir}`)
      return accepts
    },
    async show(dir, path) {
      done.push(`showed ${path} of ${dir}`)
    }
  }
  return { host, done }
}

it('a link opens a recent campaign at once, and another only if the user agrees', async () => {
  const link = 'proscenium://open?dir=/stories/mill'
  const known = hostWith({ recent: ['/stories/mill'] })
  await openFromOutside({ link }, known.host)
  expect(known.done).toEqual(['open /stories/mill'])
  const agreed = hostWith({ accepts: true })
  await openFromOutside({ link }, agreed.host)
  expect(agreed.done).toEqual(['asked about /stories/mill', 'open /stories/mill'])
  const refused = hostWith({})
  await openFromOutside({ link }, refused.host)
  expect(refused.done).toEqual(['asked about /stories/mill'])
})

it('an Arrow document is shown in the campaign that it is in, which stays open if it is', async () => {
  const { host, done } = hostWith({ campaigns: ['/stories/mill', '/stories'] })
  await openFromOutside({ path: '/stories/mill/events/flood/Scene.ARROW' }, host)
  await openFromOutside({ path: '/stories/mill/other.arrow' }, host)
  expect(done).toEqual(['open /stories/mill', 'showed events/flood/Scene.ARROW of /stories/mill', 'showed other.arrow of /stories/mill'])
  await expect(openFromOutside({ path: '/tmp/lone.arrow' }, host)).rejects.toThrow(
    '/tmp/lone.arrow is in no campaign. Open a campaign and import the document in Scenes.'
  )
})
