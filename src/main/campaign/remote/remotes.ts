import { Problem } from '../../../shared/base/problem'
import { readGitText } from '../git/disk'
import type { Repo } from '../git/repo'
import { isBranchName, isRefName } from '../git/refs'
import { parseConfig } from '../git/config'
import { remoteAddress } from './address'

/** A remote repository that is listed in this repository's config. */
export interface Remote {
  name: string
  url: string
}

const configText = (repo: Repo): string => readGitText(repo.disk, `${repo.commonDir}/config`) ?? ''

const replaceConfig = (repo: Repo, text: string): void => repo.refs.locked('config', () => repo.refs.replace(`${repo.commonDir}/config`, text))

/** The remotes in git's config, sorted by name, without those whose name can't be part of a ref. */
export function listRemotes(repo: Repo): Remote[] {
  return [...parseConfig(configText(repo))]
    .flatMap(([key, url]) => {
      const name = /^remote\.(.+)\.url$/.exec(key)?.[1]
      return name === undefined || !isRefName(`refs/remotes/${name}`) ? [] : [{ name, url }]
    })
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
}

/** Adds a remote. Throws Problem `bad-input` for an invalid name, a name in use, or an invalid address. */
export function addRemote(repo: Repo, name: string, url: string): void {
  if (!isBranchName(name) || name.includes('/'))
    throw new Problem('bad-input', `${JSON.stringify(name)} can't be the name of a server. Use letters, digits and dashes.`)
  if (listRemotes(repo).some((one) => one.name === name))
    throw new Problem('bad-input', `There is already a server called ${name}. Choose another name.`)
  const address = remoteAddress(url).url
  const text = configText(repo)
  replaceConfig(
    repo,
    `${text}${text.endsWith('\n') || text === '' ? '' : '\n'}[remote "${name}"]\n\turl = ${address}\n\tfetch = +refs/heads/*:refs/remotes/${name}/*\n`
  )
}

/** Removes a remote and its fetched branches. Throws Problem `not-found`. */
export function removeRemote(repo: Repo, name: string): void {
  remoteOf(repo, name)
  const lines: string[] = []
  let inside = false
  for (const line of configText(repo).split('\n')) {
    if (/^\s*\[/.test(line)) inside = new RegExp(`^\\s*\\[\\s*remote\\s+"${name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}"\\s*\\]`, 'i').test(line)
    if (!inside) lines.push(line)
  }
  replaceConfig(repo, lines.join('\n'))
  for (const { ref, oid } of repo.refs.list(`refs/remotes/${name}/`)) repo.refs.remove(ref, oid)
}

/** Throws Problem `not-found`. */
export function remoteOf(repo: Repo, name: string): Remote {
  const remote = listRemotes(repo).find((one) => one.name === name)
  if (!remote) throw new Problem('not-found', `There is no server ${name}. Add it first.`, { remote: name })
  return remote
}
