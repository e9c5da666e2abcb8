import { attempt } from '../../../shared/base/attempt'
import { homedir } from 'node:os'
import { dirname, isAbsolute, join } from 'node:path'
import type { Author } from './commits'
import { type Disk, OPEN, readAt, withFile } from './disk'
import { parseIgnore } from './ignore'
import { configPairs } from './config'
import { gitFolders, type GitFolders } from './git-folders'

const MAX_INCLUDE_DEPTH = 10
/** The maximum size of a config or ignore file, in bytes. Larger files are skipped. */
const MAX_CONFIG_BYTES = 1 << 20
/** Where git's packages keep the system config. */
const SYSTEM: Partial<Record<NodeJS.Platform, string[]>> = {
  darwin: ['/usr/local/etc/gitconfig', '/opt/homebrew/etc/gitconfig', '/etc/gitconfig'],
  win32: ['C:/Program Files/Git/etc/gitconfig']
}

const homeIn = (env: NodeJS.ProcessEnv): string => env['HOME'] || homedir()

/** The user's folder for settings. */
export const settingsIn = (env: NodeJS.ProcessEnv): string => env['XDG_CONFIG_HOME'] || join(homeIn(env), '.config')

/** A path from a config file. */
export const pathIn = (env: NodeJS.ProcessEnv, path: string, from: string): string =>
  path.startsWith('~/') ? join(homeIn(env), path.slice(2)) : isAbsolute(path) ? path : join(from, path)

/** The system's, the user's and the repository's config with included files; the last value of a key wins. Unreadable files are skipped. */
export function userConfig(disk: Disk, { gitDir, commonDir }: GitFolders, env: NodeJS.ProcessEnv = process.env): Map<string, string> {
  const system = env['GIT_CONFIG_SYSTEM'] ? [env['GIT_CONFIG_SYSTEM']] : (SYSTEM[process.platform] ?? ['/etc/gitconfig'])
  const isSystemRead = !/^(true|yes|on|[1-9]\d*)$/i.test(env['GIT_CONFIG_NOSYSTEM'] ?? '')
  const global = env['GIT_CONFIG_GLOBAL']
  const own = global === undefined ? [join(settingsIn(env), 'git/config'), join(homeIn(env), '.gitconfig')] : [global]
  const values = new Map<string, string>()
  const read = (file: string, depth: number): void => {
    for (const [key, value] of configPairs(configText(disk, file))) {
      const pattern = /^includeif\.gitdir(?:\/i)?:(.+)\.path$/.exec(key)?.[1]
      const place = pattern !== undefined && /^~?\/|^\.\//.test(pattern) ? pathIn(env, pattern, dirname(file)) : pattern
      const isIncluded = key === 'include.path' || (place !== undefined && isInside(gitDir, place))
      if (!isIncluded) values.set(key, value)
      else if (depth < MAX_INCLUDE_DEPTH) read(pathIn(env, value, dirname(file)), depth + 1)
    }
  }
  for (const file of [...(isSystemRead ? system : []), ...own, join(commonDir, 'config')]) read(file, 0)
  return values
}

/** Whether git's folder matches the pattern of a conditional include. A pattern that ends with a slash matches everything below it. */
function isInside(gitDir: string, pattern: string): boolean {
  const anchored = isAbsolute(pattern) ? pattern : `**/${pattern}`
  const path = gitDir.replaceAll('\\', '/').replace(/^\//, '')
  return parseIgnore(`${anchored}${pattern.endsWith('/') ? '**' : ''}\n`)(path, true) === true
}

/** The name and the email under which git would commit here; undefined if it knows neither. */
export function personIn(disk: Disk, folders: GitFolders, env: NodeJS.ProcessEnv = process.env): Partial<Author> {
  const config = userConfig(disk, folders, env)
  // Git leaves out these characters, which would end the name or the email.
  const clean = (text: string | undefined): string => (text ?? '').replace(/[<>\r\n\0]/g, '').trim()
  const name = clean(env['GIT_AUTHOR_NAME'] || config.get('author.name') || config.get('user.name'))
  const email = clean(env['GIT_AUTHOR_EMAIL'] || config.get('author.email') || config.get('user.email') || env['EMAIL'])
  return { ...(name === '' ? {} : { name }), ...(email === '' ? {} : { email }) }
}

/**
 * The user's ignore patterns for every repository: the file named by `core.excludesFile` in the system's, the user's or the repository's config,
 * otherwise `git/ignore` in the user's config folder; '' if there is none. Unreadable files are skipped.
 */
export function userExcludes(disk: Disk, dir: string, env: NodeJS.ProcessEnv = process.env): string {
  const configured = userConfig(disk, gitFolders(disk, dir), env).get('core.excludesfile')
  if (configured === '') return ''
  return configText(disk, configured === undefined ? join(settingsIn(env), 'git/ignore') : pathIn(env, configured, dir))
}

/** The text of a config or ignore file; '' if it can't be read. */
export const configText = (disk: Disk, path: string): string =>
  attempt(
    () =>
      withFile(disk, path, OPEN.readUsers, (fd) => {
        const stat = disk.fstatSync(fd)
        return stat.isFile() && stat.size <= MAX_CONFIG_BYTES ? readAt(disk, fd, 0, Number(stat.size)).toString('utf8') : ''
      }),
    ''
  )
