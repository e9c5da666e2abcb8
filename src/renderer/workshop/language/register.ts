import { run } from '../../ui/commands'
import { useSession } from '../../session'
import { monaco } from '../editor/monaco'
import { registerMarkers } from '../problems/markers'
import { registerCoverageMarks } from '../rule-coverage/marks'
import { isShown } from '../state'
import { registerNames } from './names'
import { followRules } from './typescript'
import { registerYaml } from './yaml'

// The editor's support for a campaign's files. Loaded once, with the editor.

registerYaml()
registerNames()
registerMarkers()
registerCoverageMarks()
void followRules()
useSession.subscribe(() => {
  if (isShown()) void followRules()
})

const { KeyCode, KeyMod } = monaco
for (const [keybinding, id] of [
  [KeyCode.F2, 'workshop.renameName'],
  [KeyMod.Shift | KeyCode.F12, 'workshop.references'],
  [KeyMod.CtrlCmd | KeyMod.Shift | KeyCode.KeyF, 'workshop.search']
] as const) {
  monaco.editor.addCommand({ id, run: () => run(id) })
  monaco.editor.addKeybindingRule({ keybinding, command: id })
}
