import { resolve } from 'node:path'
import type { Command } from 'commander'
import type { Remote } from '../../shared/remote-calls'
import type { Deeds } from './deeds'
import { AS_JSON, DIR, examples, type Json } from './usage'

const beats = (n: number): string => (n === 1 ? '1 beat' : `${n.toLocaleString('en')} beats`)

/** A remote and how far its branches are from those here, for people. */
export function remoteWords({ name, url, branches }: Remote): string {
  const line = (branch: Remote['branches'][number]): string => {
    const { here } = branch
    if (here === undefined) return `  ${branch.name}: not here`
    if (here === 'strangers') return `  ${branch.name}: another story than the branch of that name here`
    if (here.ahead === 0 && here.behind === 0) return `  ${branch.name}: the same as here`
    const parts = [here.ahead > 0 ? `${beats(here.ahead)} ahead` : '', here.behind > 0 ? `${beats(here.behind)} behind` : '']
    return `  ${branch.name}: here ${parts.filter(Boolean).join(' and ')}`
  }
  return [`${name} ${url}`, ...branches.map(line)].join('\n')
}

const TOKEN = '\nA token for the server is taken from PROSCENIUM_GIT_TOKEN.'

/** The commands that talk to repositories elsewhere. */
export function travelCommands(program: Command, deeds: Deeds, print: (json: boolean | undefined, value: unknown, words: string) => void): void {
  program
    .command('clone')
    .description('clone a campaign from a git server into a new or empty folder')
    .argument('<url>', 'https address of the repository')
    .argument('<dir>', 'folder to make')
    .option(...AS_JSON)
    .addHelpText('after', examples('clone https://git.example.org/well.git ~/stories/well') + TOKEN)
    .action(async (url: string, dir: string, { json }: Json) => {
      const campaign = await deeds.clone(url, resolve(dir))
      print(json, campaign, `Cloned “${campaign.title}” into ${campaign.dir}.`)
    })

  program
    .command('remote')
    .description('name a git server that a campaign is shared by, or list those that are known')
    .argument('<dir>', DIR)
    .argument('[name]', 'name for it, such as origin')
    .argument('[url]', 'https address of the repository')
    .option(...AS_JSON)
    .addHelpText('after', examples('remote ~/stories/well', 'remote ~/stories/well origin https://git.example.org/well.git'))
    .action(async (dir: string, name: string | undefined, url: string | undefined, { json }: Json) => {
      const remotes = await deeds.remotes(resolve(dir), name === undefined || url === undefined ? undefined : { name, url })
      print(json, remotes, remotes.map(remoteWords).join('\n') || 'No git server is known; name one: proscenium remote <dir> origin <url>.')
    })

  program
    .command('fetch')
    .description('bring in what is on the git server; branches here stay where they are')
    .argument('<dir>', DIR)
    .argument('[remote]', 'name of the server', 'origin')
    .option(...AS_JSON)
    .addHelpText('after', examples('fetch ~/stories/well') + TOKEN)
    .action(async (dir: string, remote: string, { json }: Json) => {
      const remotes = await deeds.fetch(resolve(dir), remote)
      print(
        json,
        remotes,
        remotes
          .filter(({ name }) => name === remote)
          .map(remoteWords)
          .join('\n')
      )
    })

  program
    .command('push')
    .description('send a branch to the git server: the present one when none is named')
    .argument('<dir>', DIR)
    .argument('[remote]', 'name of the server', 'origin')
    .argument('[branch]', 'branch to send')
    .option(...AS_JSON)
    .addHelpText('after', examples('push ~/stories/well', 'push ~/stories/well origin from-beat-40') + TOKEN)
    .action(async (dir: string, remote: string, branch: string | undefined, { json }: Json) => {
      const remotes = await deeds.push(resolve(dir), remote, branch)
      print(
        json,
        remotes,
        remotes
          .filter(({ name }) => name === remote)
          .map(remoteWords)
          .join('\n')
      )
    })
}
