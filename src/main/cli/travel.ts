import { resolve } from 'node:path'
import type { Command } from 'commander'
import type { Remote } from '../../shared/contract/remote-calls'
import type { CommandContext } from './command-context'
import { AS_JSON, DIR, examples, type Json } from './usage'

const beats = (n: number): string => (n === 1 ? '1 beat' : `${n.toLocaleString('en')} beats`)

/** A remote in words, with how far its branches are ahead of or behind the local ones. */
function remoteWords({ name, url, branches }: Remote): string {
  const line = (branch: Remote['branches'][number]): string => {
    const { here } = branch
    if (here === undefined) return `  ${branch.name}: only on the server`
    if (here === 'strangers') return `  ${branch.name}: shares no beat with the local branch of that name`
    if (here.ahead === 0 && here.behind === 0) return `  ${branch.name}: up to date`
    const parts = [here.ahead > 0 ? `${beats(here.ahead)} ahead` : '', here.behind > 0 ? `${beats(here.behind)} behind` : '']
    return `  ${branch.name}: the local branch is ${parts.filter(Boolean).join(' and ')}`
  }
  return [`${name} ${url}`, ...branches.map(line)].join('\n')
}

/** One of the remotes in words. */
const oneRemote = (remotes: readonly Remote[], wanted: string): string =>
  remotes
    .filter(({ name }) => name === wanted)
    .map(remoteWords)
    .join('\n')

const TOKEN = '\nProscenium sends PROSCENIUM_GIT_TOKEN only to the server in PROSCENIUM_GIT_SERVER; clone sends it to the given address.'

/** The commands that talk to remote repositories. */
export function travelCommands(program: Command, { commands, print }: CommandContext): void {
  program
    .command('clone')
    .description('clone a campaign from a git server into a new or empty folder')
    .argument('<url>', 'https address of the repository')
    .argument('<dir>', 'folder to create')
    .option(...AS_JSON)
    .addHelpText('after', examples('clone https://git.example.org/well.git ~/stories/well') + TOKEN)
    .action(async (url: string, dir: string, { json }: Json) => {
      const campaign = await commands.clone(url, resolve(dir))
      print(json, campaign, `Cloned “${campaign.title}” into ${campaign.dir}.`)
    })

  program
    .command('remote')
    .description('add a git server to a campaign, or list its servers')
    .argument('<dir>', DIR)
    .argument('[name]', 'name of the server, such as origin')
    .argument('[url]', 'https address of the repository')
    .option(...AS_JSON)
    .addHelpText('after', examples('remote ~/stories/well', 'remote ~/stories/well origin https://git.example.org/well.git'))
    .action(async (dir: string, name: string | undefined, url: string | undefined, { json }: Json) => {
      const remotes = await commands.remotes(resolve(dir), name === undefined || url === undefined ? undefined : { name, url })
      print(json, remotes, remotes.map(remoteWords).join('\n') || 'This campaign has no git server. Add one: proscenium remote <dir> origin <url>')
    })

  program
    .command('fetch')
    .description('fetch branches from the git server; local branches stay as they are')
    .argument('<dir>', DIR)
    .argument('[remote]', 'name of the server', 'origin')
    .option(...AS_JSON)
    .addHelpText('after', examples('fetch ~/stories/well') + TOKEN)
    .action(async (dir: string, remote: string, { json }: Json) => {
      const remotes = await commands.fetch(resolve(dir), remote)
      print(json, remotes, oneRemote(remotes, remote))
    })

  program
    .command('push')
    .description('send a branch to the git server (default: the current branch)')
    .argument('<dir>', DIR)
    .argument('[remote]', 'name of the server', 'origin')
    .argument('[branch]', 'branch to send')
    .option(...AS_JSON)
    .addHelpText('after', examples('push ~/stories/well', 'push ~/stories/well origin from-beat-40') + TOKEN)
    .action(async (dir: string, remote: string, branch: string | undefined, { json }: Json) => {
      const remotes = await commands.push(resolve(dir), remote, branch)
      print(json, remotes, oneRemote(remotes, remote))
    })
}
