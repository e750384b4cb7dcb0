import { useEffect, useRef, useState } from 'react';
import { isTyping } from '../../../lib/keys.ts';
import { rememberHandles } from '../../../entities/upload/kept-files.ts';

/** Files dropped or pasted anywhere on the page are for this form. True while some are held over it. */
export function useDropAnywhere(onFiles: (files: readonly File[]) => void): boolean {
  const [isOver, setOver] = useState(false);
  const act = useRef(onFiles);
  act.current = onFiles;
  useEffect(() => {
    const hasFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes('Files') ?? false;
    const onOver = (event: DragEvent): void => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      setOver(true);
    };
    const onLeave = (event: DragEvent): void => {
      if (event.relatedTarget === null) setOver(false);
    };
    const onDrop = (event: DragEvent): void => {
      setOver(false);
      if (!event.dataTransfer || !hasFiles(event)) return;
      event.preventDefault();
      const files = [...event.dataTransfer.files];
      rememberHandles(event.dataTransfer, files);
      act.current(files);
    };
    const onPaste = (event: ClipboardEvent): void => {
      const { clipboardData: data } = event;
      const files = [...(data?.files ?? [])];
      // Office programs put a picture beside the words that were copied: in a field, the words are meant.
      if (files.length === 0 || (isTyping(event.target) && data?.types.includes('text/plain'))) return;
      event.preventDefault();
      act.current(files);
    };
    document.addEventListener('paste', onPaste);
    document.addEventListener('dragover', onOver);
    document.addEventListener('dragleave', onLeave);
    document.addEventListener('drop', onDrop);
    return () => {
      document.removeEventListener('paste', onPaste);
      document.removeEventListener('dragover', onOver);
      document.removeEventListener('dragleave', onLeave);
      document.removeEventListener('drop', onDrop);
    };
  }, []);
  return isOver;
}
