import { resolve } from 'node:path'
import type { Command } from 'commander'
import type { Remote } from '../../shared/contract/folder-calls'
import { counted } from '../../shared/words/labels'
import { campaignCommand, type CommandContext, type JsonFlag, resultCommand } from './usage'

function remoteWords({ name, url, branches }: Remote): string {
  const line = (branch: Remote['branches'][number]): string => {
    const { here } = branch
    if (here === undefined) return `  ${branch.name}: only on the server`
    if (here === 'unrelated') return `  ${branch.name}: shares no beat with the local branch of that name`
    if (here.ahead === 0 && here.behind === 0) return `  ${branch.name}: up to date`
    const parts = [here.ahead > 0 ? `${counted(here.ahead, 'beat')} ahead` : '', here.behind > 0 ? `${counted(here.behind, 'beat')} behind` : '']
    return `  ${branch.name}: the local branch is ${parts.filter(Boolean).join(' and ')}`
  }
  return [`${name} ${url}`, ...branches.map(line)].join('\n')
}

const oneRemote = (remotes: readonly Remote[], wanted: string): string =>
  remotes
    .filter(({ name }) => name === wanted)
    .map(remoteWords)
    .join('\n')

const TOKEN =
  '\nProscenium sends PROSCENIUM_GIT_TOKEN only to the server in PROSCENIUM_GIT_SERVER; clone sends it to the given address.\nFor SSH addresses, your git connects with your own SSH keys.'

/** The commands that talk to remote repositories. */
export function travelCommands(program: Command, { campaigns, host, print }: CommandContext): void {
  resultCommand(
    program,
    'clone',
    'clone a campaign from a git server into a new or empty folder',
    'clone https://git.example.org/well.git ~/stories/well'
  )
    .argument('<url>', 'https or SSH address of the repository')
    .argument('<dir>', 'folder to create')
    .addHelpText('after', TOKEN)
    .action(async (url: string, dir: string, { json }: JsonFlag) => {
      // Here the owner typed the address; the addresses of a folder's remotes come with the folder.
      const campaign = await campaigns.none((calls) => calls.clone({ url, dir: resolve(dir), token: host.gitToken }))
      print(json, campaign, `Cloned “${campaign.title}” into ${campaign.dir}.`)
    })

  campaignCommand(
    program,
    'remote',
    'add a git server to a campaign, or list its servers',
    'remote ~/stories/well',
    'remote ~/stories/well origin https://git.example.org/well.git'
  )
    .argument('[name]', 'name of the server, such as origin')
    .argument('[url]', 'https or SSH address of the repository')
    .action(async (dir: string, name: string | undefined, url: string | undefined, { json }: JsonFlag) => {
      const remotes = await campaigns.open(dir, (calls) =>
        name === undefined || url === undefined ? calls.remotes() : calls.addRemote({ name, url })
      )
      print(json, remotes, remotes.map(remoteWords).join('\n') || 'This campaign has no git server. Add one: proscenium remote <dir> origin <url>')
    })

  campaignCommand(program, 'fetch', 'fetch branches from the git server; local branches stay as they are', 'fetch ~/stories/well')
    .argument('[remote]', 'name of the server', 'origin')
    .addHelpText('after', TOKEN)
    .action(async (dir: string, name: string, { json }: JsonFlag) => {
      host.checkTokenServer()
      const remotes = await campaigns.open(dir, (calls) => calls.fetchRemote({ name }))
      print(json, remotes, oneRemote(remotes, name))
    })

  campaignCommand(
    program,
    'push',
    'send a branch to the git server (default: the current branch)',
    'push ~/stories/well',
    'push ~/stories/well origin from-beat-40'
  )
    .argument('[remote]', 'name of the server', 'origin')
    .argument('[branch]', 'branch to send')
    .addHelpText('after', TOKEN)
    .action(async (dir: string, remote: string, branch: string | undefined, { json }: JsonFlag) => {
      host.checkTokenServer()
      const remotes = await campaigns.open(dir, async (calls) =>
        calls.pushBranch({ remote, branch: branch ?? (await calls.present())?.branch ?? '' })
      )
      print(json, remotes, oneRemote(remotes, remote))
    })
}
