import { isLoopback } from '../../../shared/base/loopback'
import { Problem } from '../../../shared/base/problem'

/** The address of a remote repository. `origin`: the web server that gets the token; undefined for SSH, which has keys of its own. */
export interface RemoteAddress {
  url: string
  origin: string | undefined
}

/** `user@host:path`, as git knows it. A name of one letter would be a drive of Windows. */
const SHORT_SSH = /^(?:\w[\w.-]*@)?(?:[A-Za-z0-9][\w.-]+|\[[0-9A-Fa-f:]+\]):(?!\/\/)[^\s"\\#;:-][^\s"\\#;]*$/

/** Checks a remote's address: https, http on this machine, or SSH; no password, query or fragment. Throws Problem `bad-input`. */
export function remoteAddress(text: string): RemoteAddress {
  const plain = text.trim()
  if (SHORT_SSH.test(plain)) return { url: plain, origin: undefined }
  const url = URL.canParse(plain) ? new URL(plain) : undefined
  if (!url || !['http:', 'https:', 'ssh:'].includes(url.protocol))
    throw new Problem('bad-input', 'This is not the address of a repository. Write it as https://host/path or user@host:path.')
  url.hash = ''
  url.search = ''
  const isSsh = url.protocol === 'ssh:'
  if (url.password !== '' || (url.username !== '' && !isSsh))
    throw new Problem(
      'bad-input',
      isSsh
        ? 'The address contains a password. Remove it; SSH uses your keys.'
        : 'The address contains a name or a password. Remove them; the token has a field of its own.'
    )
  if (isSsh && (!/^(?:\w[\w.-]*)?$/.test(url.username) || !/^[\w[]/.test(url.hostname) || url.pathname.length < 2))
    throw new Problem('bad-input', 'This SSH address has no valid user, host or path. Write it as ssh://user@host/path.')
  if (url.protocol === 'http:' && !isLoopback(url.hostname))
    throw new Problem(
      'bad-input',
      'Proscenium contacts git servers over https or SSH only, so that nobody can read the token. Write the address with https.'
    )
  // Git's config would end a value at these characters.
  const escaped = url.href.replace(/[\\";]/g, (sign) => `%${sign.codePointAt(0)?.toString(16)}`)
  return { url: escaped, origin: isSsh ? undefined : url.origin }
}

/** A git repository to fetch from, and the one protocol that git may use for it. `isFile`: it is on the disk of the machine that fetches. */
export interface SourceAddress {
  url: string
  protocol: string
  isFile: boolean
}

/** Checks the address of a repository that is only read: what `remoteAddress` takes, git:// and file://. Throws Problem `bad-input`. */
export function sourceAddress(text: string): SourceAddress {
  const url = URL.canParse(text.trim()) ? new URL(text.trim()) : undefined
  if (url?.protocol !== 'file:' && url?.protocol !== 'git:') {
    const { url: address, origin } = remoteAddress(text)
    return { url: address, protocol: origin === undefined ? 'ssh' : origin.slice(0, origin.indexOf(':')), isFile: false }
  }
  const isFile = url.protocol === 'file:'
  const isPlain = url.search === '' && url.hash === '' && url.username === '' && url.password === ''
  if (!isPlain || isFile === (url.host !== '') || (!isFile && !/^[\w[]/.test(url.hostname)) || url.pathname.length < 2)
    throw new Problem('bad-input', 'This is not the address of a repository. Write it as file:///path or git://host/path.')
  return { url: url.href, protocol: url.protocol.slice(0, -1), isFile }
}
