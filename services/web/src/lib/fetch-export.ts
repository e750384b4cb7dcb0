import type { ExportAsk, ExportState } from '@backlot/contracts/http/exports';
import { api, ApiError } from './api.ts';

const LOOK_MS = 1_500;

/** Asks for a file, waits for the job that makes a large one, and saves it. @throws ApiError */
export async function fetchExport(ask: ExportAsk, onWaiting: () => void): Promise<void> {
  let { data: file } = await api('POST /api/reports/exports', { body: ask });
  if (file.state === 'working') onWaiting();
  while (file.state === 'working' && file._id !== null) {
    await new Promise((resolve) => {
      setTimeout(resolve, LOOK_MS);
    });
    file = (await api('GET /api/reports/exports/:id', { params: { id: file._id } })).data;
  }
  if (file.state === 'failed') throw new ApiError(500, { code: 'internal-error' });
  saveFile(file.file_name, file.csv === null ? await partsOf(file) : [file.csv]);
}

async function partsOf({ _id, parts }: ExportState): Promise<string[]> {
  const texts: string[] = [];
  for (let part = 0; part < parts && _id !== null; part += 1) {
    texts.push(
      (await api('GET /api/reports/exports/:id/parts/:part', { params: { id: _id, part: String(part) } })).data.csv,
    );
  }
  return texts;
}

function saveFile(name: string, texts: readonly string[]): void {
  const address = URL.createObjectURL(new Blob([...texts], { type: 'text/csv;charset=utf-8' }));
  const link = Object.assign(document.createElement('a'), { href: address, download: name });
  link.click();
  URL.revokeObjectURL(address);
}
