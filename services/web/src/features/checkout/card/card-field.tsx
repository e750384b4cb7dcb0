import { useCallback, useEffect, useImperativeHandle, useRef, useState, type Ref } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../components/button.tsx';
import { useCardFieldAddress } from './card-field-query.ts';
import { heardFrom, type FieldHears } from './field-messages.ts';
import { fieldStyle, withStyle } from './field-style.ts';

export interface CardToken {
  readonly token: string;
  readonly brand: string;
  readonly last4: string;
}

export interface CardFieldHandle {
  /** Null when something in the field is wrong or the provider could not be reached; the field itself says what. */
  readonly tokenize: () => Promise<CardToken | null>;
  /** All that the field asks for is there and well formed. */
  readonly isComplete: () => boolean;
  /** Brings it into view: what it says itself is far above the button that was pressed. */
  readonly show: () => void;
}

/** Longer than the field's own limit for the provider's answer. */
const patienceMs = 20_000;
/** A field that has not spoken by then is not coming. */
const arrivalMs = 15_000;

/** Number, expiry and cvv, typed into the provider's own page (DECISIONS 22): they never reach ours. */
export function CardField({ handle }: { handle: Ref<CardFieldHandle> }) {
  const { t } = useTranslation();
  const { data: address, isError, refetch } = useCardFieldAddress();
  const [isMissing, setMissing] = useState(false);
  const [attempt, setAttempt] = useState(0);
  const frame = useRef<CardFieldHandle>(null);
  const early = useRef<((token: CardToken | null) => void) | null>(null);
  const isGone = isError || isMissing;
  const again = (): void => {
    setMissing(false);
    setAttempt((count) => count + 1);
    if (!address) void refetch();
  };
  // Whoever pressed the button before the address of the field was known has been waiting since.
  useEffect(() => {
    if (isGone) early.current?.(null);
    else if (early.current !== null && frame.current !== null) void frame.current.tokenize().then(early.current);
  }, [address, isGone]);
  useImperativeHandle(
    handle,
    () => ({
      isComplete: () => frame.current?.isComplete() ?? false,
      show: () => frame.current?.show(),
      tokenize: () => {
        early.current?.(null);
        if (frame.current !== null) return frame.current.tokenize();
        if (isGone) return Promise.resolve(null);
        return new Promise((resolve) => {
          const timer = setTimeout(() => early.current?.(null), arrivalMs);
          early.current = (token) => {
            clearTimeout(timer);
            early.current = null;
            resolve(token);
          };
        });
      },
    }),
    [isGone],
  );
  if (isGone) {
    return (
      <div className="card-field-missing" role="alert">
        <p>{t('card-field-unavailable')}</p>
        <Button tone="quiet" size="s" onClick={again}>
          {t('btn-try-again')}
        </Button>
      </div>
    );
  }
  if (!address)
    return <div className="card-field-waiting skeleton-media" role="status" aria-label={t('a11y-loading')} />;
  return (
    <FieldFrame
      key={attempt}
      handle={frame}
      src={address.src}
      origin={address.origin}
      onMissing={() => setMissing(true)}
    />
  );
}

function FieldFrame({
  handle,
  src,
  origin,
  onMissing,
}: {
  handle: Ref<CardFieldHandle>;
  src: string;
  origin: string;
  onMissing: () => void;
}) {
  const { t } = useTranslation();
  const frame = useRef<HTMLIFrameElement>(null);
  const box = useRef<HTMLDivElement>(null);
  const isReady = useRef(false);
  const isComplete = useRef(false);
  const waiting = useRef<((token: CardToken | null) => void) | null>(null);
  const [styled, setStyled] = useState<string | null>(null);
  const [height, setHeight] = useState<number | null>(null);
  const missing = useRef(onMissing);
  missing.current = onMissing;
  const say = useCallback(
    (message: FieldHears) => frame.current?.contentWindow?.postMessage({ type: 'card-field', ...message }, origin),
    [origin],
  );
  const settle = (token: CardToken | null): void => {
    waiting.current?.(token);
    waiting.current = null;
  };
  // The look is known in the browser only.
  useEffect(() => {
    if (box.current) setStyled(withStyle(src, fieldStyle(box.current)));
  }, [src]);
  useEffect(() => {
    const hear = (event: MessageEvent): void => {
      const message = heardFrom(event, origin, frame.current);
      if (!message) return;
      if (message.event === 'ready' || message.event === 'height') setHeight(message.height);
      if (message.event === 'ready') {
        isReady.current = true;
        // Whoever pressed the button before the field was there has been waiting since.
        if (waiting.current) say({ action: 'tokenize' });
      }
      if (message.event === 'valid' || message.event === 'invalid') isComplete.current = message.event === 'valid';
      if (message.event === 'token') settle({ token: message.token, brand: message.brand, last4: message.last4 });
      if (message.event === 'invalid' || message.event === 'error') settle(null);
    };
    addEventListener('message', hear);
    return () => removeEventListener('message', hear);
  }, [origin, say]);
  useEffect(() => {
    if (height !== null || styled === null) return undefined;
    const timer = setTimeout(() => missing.current(), arrivalMs);
    return () => clearTimeout(timer);
  }, [height, styled]);
  useEffect(() => {
    const restyle = (): void => {
      if (box.current) say({ action: 'style', tokens: fieldStyle(box.current) });
    };
    const scheme = matchMedia('(prefers-color-scheme: dark)');
    const chosen = new MutationObserver(restyle);
    chosen.observe(document.documentElement, { attributeFilter: ['data-scheme'] });
    scheme.addEventListener('change', restyle);
    return () => {
      chosen.disconnect();
      scheme.removeEventListener('change', restyle);
    };
  }, [say]);
  useImperativeHandle(
    handle,
    () => ({
      isComplete: () => isComplete.current,
      show: () => {
        void box.current?.scrollIntoView({ block: 'center' });
      },
      tokenize: () =>
        new Promise((resolve) => {
          settle(null);
          const timer = setTimeout(() => settle(null), patienceMs);
          waiting.current = (token) => {
            clearTimeout(timer);
            resolve(token);
          };
          if (isReady.current) say({ action: 'tokenize' });
        }),
    }),
    [say],
  );
  return (
    <div
      ref={box}
      className="card-field"
      data-ready={height !== null || undefined}
      style={height === null ? undefined : { blockSize: `${height - 10}px` }}
    >
      {styled === null ? null : (
        // oxlint-disable-next-line react/iframe-missing-sandbox -- of another origin, which it has to keep to reach its provider
        <iframe
          ref={frame}
          src={styled}
          title={t('card-field-title')}
          allow=""
          style={height === null ? undefined : { blockSize: `${height}px` }}
        />
      )}
    </div>
  );
}
