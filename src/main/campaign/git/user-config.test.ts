import { execFileSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, it, vi } from 'vitest'
import { History } from '../history'
import { put, tempFolder } from './testing/folders'

const NAMES = ['XDG_CONFIG_HOME', 'GIT_CONFIG_GLOBAL', 'GIT_CONFIG_SYSTEM', 'GIT_AUTHOR_NAME', 'GIT_AUTHOR_EMAIL', 'GIT_COMMITTER_NAME', 'EMAIL']
let home: string
beforeEach(() => {
  home = tempFolder('home')
  for (const name of NAMES) vi.stubEnv(name, undefined)
  vi.stubEnv('HOME', home)
  vi.stubEnv('GIT_CONFIG_NOSYSTEM', '1')
})

/** The person that we name, and the one that git names, in a repository with this config. */
function persons(config: string, dir = tempFolder('person')): [ours: string, gits: string] {
  const history = History.create(dir)
  put(dir, '.git/config', `[core]\n\tbare = false\n${config}`)
  const { name, email } = history.person()
  history.dispose()
  const said = execFileSync('git', ['-C', dir, 'var', 'GIT_AUTHOR_IDENT'], { encoding: 'utf8' })
  return [`${name} <${email}>`, said.replace(/>.*\n$/, '>')]
}

const GLOBAL = '[user]\n\tname = Ann O\'Hara\n\temail = "ann@example.org"\n'

it('the person is the one under whom git would commit', () => {
  put(home, '.gitconfig', GLOBAL)
  const all = [
    persons(''),
    persons('[user]\n\temail = ann@work.example\n'),
    persons('[user]\n\tname = "A <b> c"\n'),
    persons('[author]\n\tname = Pen Name\n')
  ]
  put(home, 'work.config', '[user]\n\temail = ann@work.example\n')
  put(home, '.gitconfig', `${GLOBAL}[includeIf "gitdir:~/work/"]\n\tpath = work.config\n`)
  mkdirSync(join(home, 'work'))
  all.push(persons('', join(home, 'work/story')), persons(''))
  vi.stubEnv('GIT_AUTHOR_NAME', 'Env')
  all.push(persons(''))
  for (const [ours, gits] of all) expect(ours).toBe(gits)
  expect(all.map(([ours]) => ours)).toEqual([
    "Ann O'Hara <ann@example.org>",
    "Ann O'Hara <ann@work.example>",
    'A b c <ann@example.org>',
    'Pen Name <ann@example.org>',
    "Ann O'Hara <ann@work.example>",
    "Ann O'Hara <ann@example.org>",
    'Env <ann@example.org>'
  ])
})

it('without a name and an email in git, nobody is named', () => {
  const history = History.create(tempFolder('nobody'))
  expect(history.person()).toEqual({})
  history.dispose()
})
