import { homedir } from 'node:os'
import { dirname, isAbsolute, join } from 'node:path'
import { type Disk, OPEN, readAt, withFile } from './disk'
import { configPairs } from './repository'

/** The maximum depth of includes in git's config, as in git. */
const MAX_INCLUDE_DEPTH = 10
/** The maximum size of a config or ignore file, in bytes. Larger files are skipped. */
const MAX_CONFIG_BYTES = 1 << 20
/** Where git's packages keep the system config. */
const SYSTEM: Partial<Record<NodeJS.Platform, string[]>> = {
  darwin: ['/usr/local/etc/gitconfig', '/opt/homebrew/etc/gitconfig', '/etc/gitconfig'],
  win32: ['C:/Program Files/Git/etc/gitconfig']
}

/**
 * The user's ignore patterns for every repository: the file named by `core.excludesFile` in the system's, the user's or the repository's config,
 * otherwise `git/ignore` in the user's config folder; '' if there is none. Unreadable files are skipped.
 */
export function userExcludes(disk: Disk, dir: string, env: NodeJS.ProcessEnv = process.env): string {
  const home = env['HOME'] || homedir()
  const settings = env['XDG_CONFIG_HOME'] || join(home, '.config')
  const system = env['GIT_CONFIG_SYSTEM'] ? [env['GIT_CONFIG_SYSTEM']] : (SYSTEM[process.platform] ?? ['/etc/gitconfig'])
  const isSystemRead = !/^(true|yes|on|[1-9]\d*)$/i.test(env['GIT_CONFIG_NOSYSTEM'] ?? '')
  const own = env['GIT_CONFIG_GLOBAL'] === undefined ? [join(settings, 'git/config'), join(home, '.gitconfig')] : [env['GIT_CONFIG_GLOBAL']]
  const resolvePath = (path: string, from: string): string =>
    path.startsWith('~/') ? join(home, path.slice(2)) : isAbsolute(path) ? path : join(from, path)

  /** The last `core.excludesFile` in a config file and in the files that it includes. */
  const excludesFileIn = (file: string, depth = 0): string | undefined => {
    let excludesFile: string | undefined
    for (const [key, value] of configPairs(text(disk, file))) {
      if (key === 'core.excludesfile') excludesFile = value
      else if (key === 'include.path' && depth < MAX_INCLUDE_DEPTH)
        excludesFile = excludesFileIn(resolvePath(value, dirname(file)), depth + 1) ?? excludesFile
    }
    return excludesFile
  }
  const files = [...(isSystemRead ? system : []), ...own, join(dir, '.git/config')]
  const configured = files.map((file) => excludesFileIn(file)).findLast((one) => one !== undefined)
  if (configured === '') return ''
  return text(disk, configured === undefined ? join(settings, 'git/ignore') : resolvePath(configured, dir))
}

function text(disk: Disk, path: string): string {
  try {
    return withFile(disk, path, OPEN.readUsers, (fd) => {
      const stat = disk.fstatSync(fd)
      return stat.isFile() && stat.size <= MAX_CONFIG_BYTES ? readAt(disk, fd, 0, Number(stat.size)).toString('utf8') : ''
    })
  } catch {
    return ''
  }
}
