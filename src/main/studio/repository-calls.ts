import { attempt } from '../../shared/base/attempt'
import type { AbortSignalLike } from '../../shared/base/abort'
import { toProblem } from '../../shared/base/problem'
import type { Remote, RepositoryCalls } from '../../shared/contract/folder-calls'
import { cloneHistory } from '../campaign/history'
import { remoteAddress } from '../campaign/remote/address'
import { createInRepository, checkOut, examineRepository, formatOf, mapText } from '../story/creation/beside-files'
import { importWorld } from '../story/world/map-files'
import { platformSignal, type CallContext } from './call-context'

/** The calls about repositories without a campaign, and remote ones. A token goes only to its server, and is in no answer. */
export function repositoryCalls({ current, writable, between, tokens, open, announce, resources }: CallContext): RepositoryCalls {
  /** A map that can't be imported gives a note; the campaign is created without it. */
  const bringIn = async (path: string): Promise<string[]> => {
    const { campaign, table } = writable()
    return table.inOrder(async () => {
      try {
        const file = { text: mapText(campaign.history, path), format: formatOf(path) ?? 'json', region: undefined }
        const { notes } = await importWorld(campaign, file)
        announce({ kind: 'head' })
        return notes
      } catch (thrown) {
        return [`${path} was not imported. ${toProblem(thrown).message}`]
      }
    })
  }
  const credentials = async (url: string, stop?: AbortSignalLike): Promise<{ token: string | undefined; stop: AbortSignal }> => {
    const signal = platformSignal(stop)
    const { origin } = remoteAddress(url)
    return { token: origin === undefined ? undefined : await tokens.of(origin), stop: signal }
  }
  const remotes = async (): Promise<Remote[]> => {
    const remotes = current().campaign.history.remotes()
    return Promise.all(
      remotes.map(async (one) => {
        const origin = originOf(one.url)
        return { ...one, isSsh: origin === undefined, token: origin !== undefined && (await tokens.of(origin)) !== undefined }
      })
    )
  }
  /** Stores the token for the web server of an address; an address of SSH has none. */
  const keepToken = async (url: string, token: string | undefined): Promise<void> => {
    const { origin } = remoteAddress(url)
    if (origin !== undefined) await tokens.keep(origin, token)
  }
  const urlOf = (name: string): string =>
    current()
      .campaign.history.remotes()
      .find((one) => one.name === name)?.url ?? ''
  /** Informs every window that refs have moved. */
  const announced = async (): Promise<Remote[]> => {
    announce({ kind: 'head' })
    return remotes()
  }
  return {
    foreign: async ({ dir }) => examineRepository(dir),
    createHere: async ({ dir, title, game = 'cairn-hack', gameName, seed = '1', map }) => {
      await createInRepository({ dir, title, game, gameName, seed, resources, now: Date.now() })
      const campaign = await open(dir)
      return { campaign, notes: map === undefined ? [] : await bringIn(map) }
    },
    openBranch: async ({ dir, branch }) => {
      checkOut(dir, branch)
      return open(dir)
    },

    remotes,
    addRemote: async ({ name, url, token }) => {
      writable().campaign.history.addRemote(name, url)
      if (token) await keepToken(url, token)
      return remotes()
    },
    removeRemote: async ({ name }) => {
      writable().campaign.history.removeRemote(name)
      return announced()
    },
    setToken: async ({ url, token }) => keepToken(url, token),
    fetchRemote: async ({ name }, stop) => {
      await writable().campaign.history.fetch(name, await credentials(urlOf(name), stop))
      return announced()
    },
    pushBranch: async ({ remote, branch }, stop) => {
      await writable().campaign.history.push(remote, branch, await credentials(urlOf(remote), stop))
      return announced()
    },
    catchUp: ({ remote, branch }) =>
      between(async ({ campaign }) => {
        const theirs = campaign.history.remotes().find((one) => one.name === remote)
        const to = theirs?.branches.find((one) => one.name === branch)?.head
        if (to !== undefined) campaign.history.forward(branch, to)
        await campaign.inStep()
        return announced()
      }),
    clone: async ({ url, dir, token }, stop) => {
      if (token) await keepToken(url, token)
      await cloneHistory(dir, url, await credentials(url, stop))
      // A clone without a campaign stays, because one can be created in it.
      return open(dir)
    }
  }
}

/** The web server of an address in git's config; undefined for SSH; '' for an address that Proscenium doesn't use. */
const originOf = (url: string): string | undefined => attempt(() => remoteAddress(url).origin, '')
