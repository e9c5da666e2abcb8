import type { AbortSignalLike } from '../../shared/base/abort'
import type { Remote, RemoteCalls } from '../../shared/contract/remote-calls'
import { cloneHistory } from '../campaign/history'
import { remoteAddress } from '../campaign/remote/http'
import type { Desk } from './desk'

/** The calls about remotes. A token is sent only to the server that it was stored for, and is never part of an answer. */
export function remoteCalls({ current, writable, between, tokens, open, announce }: Desk): RemoteCalls {
  const credentials = async (url: string, stop?: AbortSignalLike): Promise<{ token: string | undefined; stop: AbortSignal }> => {
    const ended = new AbortController()
    if (stop?.aborted) ended.abort()
    stop?.addEventListener('abort', () => ended.abort())
    return { token: await tokens.of(remoteAddress(url).origin), stop: ended.signal }
  }
  const remotes = async (): Promise<Remote[]> => {
    const remotes = current().campaign.history.remotes()
    return Promise.all(remotes.map(async (one) => ({ ...one, token: (await tokens.of(originOf(one.url))) !== undefined })))
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
    remotes,
    addRemote: async ({ name, url, token }) => {
      writable().campaign.history.addRemote(name, url)
      if (token) await tokens.keep(remoteAddress(url).origin, token)
      return remotes()
    },
    removeRemote: async ({ name }) => {
      writable().campaign.history.removeRemote(name)
      return announced()
    },
    setToken: async ({ url, token }) => tokens.keep(remoteAddress(url).origin, token),
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
      if (token) await tokens.keep(remoteAddress(url).origin, token)
      await cloneHistory(dir, url, await credentials(url, stop))
      // A clone without a campaign stays, because one can be created in it.
      return open(dir)
    }
  }
}

/** The origin of an address that git knows; '' for addresses that aren't URLs, such as `git@host:path`. */
const originOf = (url: string): string => (URL.canParse(url) ? new URL(url).origin : '')
