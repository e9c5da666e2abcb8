import { typescriptDefaults, ModuleKind, ModuleResolutionKind, ScriptTarget } from 'monaco-editor/languages/features/typescript/register'
import { api } from '../../client'
import { useSession } from '../../session'
import { monaco, WORKERS } from '../editor/monaco'
import { uriOf } from '../editor/models'
import { liveText } from '../live'
import { languageSetup } from './knowledge'

const startWorker = (): Worker => new Worker(new URL('./ts.worker.ts', import.meta.url), { type: 'module' })
WORKERS['typescript'] = startWorker
WORKERS['javascript'] = startWorker

typescriptDefaults.setCompilerOptions({
  strict: true,
  noUncheckedIndexedAccess: true,
  noImplicitOverride: true,
  noFallthroughCasesInSwitch: true,
  noEmit: true,
  isolatedModules: true,
  allowNonTsExtensions: true,
  target: ScriptTarget.ESNext,
  module: ModuleKind.ESNext,
  moduleResolution: ModuleResolutionKind.NodeJs,
  // The sandbox has only the language: no window, no browser console, no Node.
  lib: ['es2023'],
  types: []
})
typescriptDefaults.setEagerModelSync(true)

let shown = ''

/** Gives the language service the game's saved rules, so that imports resolve. Open files are read from the editor itself. */
export async function followRules(): Promise<void> {
  const { present } = useSession.getState()
  const key = `${present?.campaign.dir} ${present?.head}`
  if (!present || key === shown) return
  shown = key
  try {
    const [{ types }, texts] = await Promise.all([languageSetup(), api.ruleTexts.query()])
    if (key !== shown) return
    const declares = Object.keys(texts).some((path) => path.endsWith('/proscenium.d.ts'))
    const libs = Object.entries(texts).map(([path, content]) => ({ content, filePath: uriOf(path).toString() }))
    const own = declares ? [] : [{ content: types, filePath: 'file:///proscenium.d.ts' }]
    for (const { content, filePath } of libs) {
      // A model that only go to definition has created contains an old text.
      const model = monaco.editor.getModel(monaco.Uri.parse(filePath))
      if (model && !liveText(model.uri.path.slice(1)) && model.getValue() !== content) model.dispose()
    }
    typescriptDefaults.setExtraLibs([...own, ...libs])
  } catch {
    // The core doesn't answer now; the next beat tries again.
    shown = ''
  }
}
