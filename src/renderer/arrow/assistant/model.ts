import { writeArrow } from '../../../arrow'
import { api } from '../../client'
import { useArrow } from '../state'
import { useAssistant } from './state'

/** Fetches the model that could answer about an open document, and the length of its prompt. */
export async function learnModel(path: string): Promise<void> {
  const one = useArrow.get().open[path]
  if (!one) return
  try {
    useAssistant.set({ model: await api.arrowModel.query({ text: writeArrow(one.document), scene: one.scene }) })
  } catch {
    // Without a model the built-in assistant answers.
    useAssistant.set({ model: undefined })
  }
}
