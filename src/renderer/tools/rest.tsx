import type { ToolTrust, ToolPlace, CampaignTools, ToolInfo } from '../../shared/contract/table-calls'
import type { FeatureRest } from '../registry'
import { useSession, notify, showProblemData } from '../session'
import { useState, type ReactElement } from 'react'
import { api } from '../client'
import { problemOf } from '../problem-of'
import { Modal, Scroll, Fault } from '../ui/Parts'
import { Query, useQuery } from '../ui/Query'
import { counted } from '../ui/amounts'
import { listed } from '../../shared/words/labels'
import './tools.css'

/** Whether the user hasn't decided about the current content of a tool. */
const isUndecided = ({ trust }: ToolInfo): boolean => trust === 'new' || trust === 'changed'

/** When a campaign opens, asks about undecided tools, or says why a trusted one can't be used. Returns a function that removes the listener. */
function askOnOpening(): () => void {
  let asked: string | undefined
  const ask = (): void => {
    const campaign = useSession.getState().present?.campaign
    if (campaign === undefined || campaign.dir === asked) return
    asked = campaign.dir
    if (campaign.readOnly !== undefined) return
    api.tools.query().then(
      ({ tools, findings }) => {
        const { present, dialog } = useSession.getState()
        if (present?.campaign.dir !== campaign.dir) return
        const trusted = tools.filter(({ trust }) => trust === 'trusted')
        const fault = findings.find(({ data }) => trusted.some(({ folder }) => String(data?.['file']).startsWith(folder)))
        if (dialog === undefined && tools.some(isUndecided)) useSession.setState({ dialog: 'tools' })
        else if (fault) showProblemData(fault)
      },
      // The command Tools… shows the problem.
      () => undefined
    )
  }
  ask()
  return useSession.subscribe(ask)
}

const t = {
  places: { campaign: 'From this campaign', own: 'Your own' } satisfies Record<ToolPlace, string>,
  states: { trusted: 'Trusted', declined: 'Not trusted', new: 'New', changed: 'Changed' } satisfies Record<ToolTrust, string>,
  unusable: 'Can’t be used'
} as const

const ask = (_dir: string, _at: string, signal: AbortSignal): Promise<CampaignTools> => api.tools.query(undefined, { signal })

function ToolsDialog({ onClose }: { onClose: () => void }): ReactElement {
  const dir = useSession((s) => s.present?.campaign.dir ?? '')
  const found = useQuery(dir, '', ask)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const tools = found.answer?.tools ?? []
  const undecided = tools.filter(isUndecided)
  // A tool that was declined before isn't trusted together with new ones.
  const untrusted = undecided.length > 0 ? undecided : tools.filter(({ trust }) => trust !== 'trusted')
  const decide = async (some: readonly ToolInfo[], trust: boolean, notice?: string): Promise<void> => {
    setBusy(true)
    setProblem(undefined)
    try {
      await api.trustTools.mutate({ decisions: some.map(({ key, hash }) => ({ key, hash, trust })) })
      if (notice !== undefined) notify(notice)
      onClose()
    } catch (error) {
      setProblem(problemOf(error).message)
    }
    setBusy(false)
  }
  const button = (words: string, run: () => void, main = ''): ReactElement => (
    <button type="button" className={`push-button ${main}`} disabled={busy} onClick={run}>
      {words}
    </button>
  )
  return (
    <Modal
      title={
        undecided.length === 0
          ? 'Tools'
          : `${undecided.length === 1 ? 'A tool wants' : `${counted(undecided.length, 'tool')} want`} to run with this campaign`
      }
      onClose={onClose}
      foot={
        <>
          {undecided.length > 0
            ? button('Not now', () => void decide(undecided, false))
            : tools.some(({ trust }) => trust === 'trusted') &&
              button('Stop trusting', () => void decide(tools, false, 'No tool runs with this campaign any more.'))}
          {untrusted.length > 0
            ? button(
                untrusted.length === 1 ? 'Trust' : `Trust ${counted(untrusted.length, 'tool')}`,
                () =>
                  void decide(
                    untrusted,
                    true,
                    `${untrusted.length === 1 ? 'The tool' : counted(untrusted.length, 'tool')} can run with this campaign now.`
                  ),
                'main'
              )
            : button('Close', onClose)}
        </>
      }
    >
      <Scroll label="Tools of this campaign" className="tools-list">
        <Query {...found} waits="Reading the tools…">
          {(answer) => <Tools {...answer} />}
        </Query>
      </Scroll>
      <Fault>{problem}</Fault>
    </Modal>
  )
}

function Tools({ tools, findings }: CampaignTools): ReactElement {
  return (
    <>
      <p className="hint">
        {tools.length + findings.length === 0
          ? 'This campaign has no tools. The command “proscenium tool new” writes one.'
          : `A tool is a program that the DM’s plans can use, or that plays a seat. It runs in an empty folder and is given only what it asks for. But like any program it can read and change your files: trust it only if you know where it comes from. Without tools everything else works. Proscenium asks again when their files change.`}
      </p>
      {tools.map((tool) => (
        <Tool key={tool.key} tool={tool} />
      ))}
      {findings.length > 0 && (
        <section aria-label={t.unusable} className="offered-tool">
          <h3>{t.unusable}</h3>
          {findings.map(({ message }) => (
            <p key={message} className="fault">
              {message}
            </p>
          ))}
        </section>
      )}
    </>
  )
}

function Tool({ tool: { name, description, kind, command, folder, place, state, environment, trust } }: { tool: ToolInfo }): ReactElement {
  return (
    <section className="offered-tool" aria-label={name}>
      <header>
        <h3>{name}</h3>
        <span className="quiet">{t.places[place]}</span>
        <span className={`offered-tool-state ${trust}`}>{t.states[trust]}</span>
      </header>
      <p>{description}</p>
      <dl>
        <dt>Runs</dt>
        <dd className="mono">{command}</dd>
        <dt>In</dt>
        <dd className="mono">{folder}</dd>
        <dt>Is given</dt>
        <dd>
          {kind === 'agent'
            ? environment.length === 0
              ? 'what the seat knows that it plays'
              : `what the seat knows that it plays, and your ${environment.length === 1 ? 'variable' : 'variables'} ${listed(environment)}`
            : state.length === 0
              ? 'nothing of the state'
              : listed(state)}
        </dd>
      </dl>
    </section>
  )
}

/** The dialog of the tools. */
export const rest: FeatureRest = {
  dialogs: [{ id: 'tools', body: ToolsDialog }],
  commands: [
    {
      id: 'tools',
      group: 'Campaign',
      label: 'Tools…',
      when: () => useSession.getState().present !== undefined,
      run: () => useSession.setState({ dialog: 'tools' })
    }
  ],
  listeners: [askOnOpening]
}
