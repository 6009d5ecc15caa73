/** Cities and towns of Khyber Pakhtunkhwa, Azad Kashmir and Gilgit-Baltistan; the form is explained beside Punjab's. */
export const KHYBER_PAKHTUNKHWA = `
Peshawar: peshawer, pesh, peshawur, pishawar, psh, peshawar cantt, پشاور
Mardan: mardaan, مردان
Mingora: mingaora, mingora swat, مینگورہ
Saidu Sharif: saidu shareef
Swat: swaat, سوات
Abbottabad: abbotabad, abottabad, abotabad, abbottabad cantt, atd, ایبٹ آباد
Kohat: kohat cantt, kohaat, کوہاٹ
Dera Ismail Khan: di khan, d i khan, dikhan, dera ismail, dera ismaeel khan, !dera, ڈیرہ اسماعیل خان
Nowshera: noshera, naushera, nowshehra, nowshera cantt, نوشہرہ
Swabi: sawabi, swabbi, صوابی
Charsadda: charsada, charsaddah, چارسدہ
Mansehra: manshera, mansehrah, mansera, مانسہرہ
Haripur: hari pur, haripur hazara, ہری پور
Bannu: bannu cantt, banu, بنوں
Karak: karrak, کرک
Hangu: hangoo, ہنگو
Lakki Marwat: lakki, laki marwat, لکی مروت
Tank: tank city, ٹانک
Batkhela: bat khela
Timergara: timergarah, timargara
Dir: dir bala
Upper Dir: dir upper
Lower Dir: dir lower, dir payan
Chitral: chitraal, چترال
Buner: bunair
Daggar: dagar
Alpuri: alpurai
Shangla: shangla kpk
Besham: bisham
Battagram: batagram, بٹگرام
Havelian: havellian, حویلیاں
Balakot: bala kot, بالاکوٹ
Kaghan: kaghaan
Naran: naraan
Oghi: oghi mansehra
Shinkiari: shinkyari
!Khanpur: khanpur haripur, khanpur dam
Hattar: hatar
~Ghazi: ghazi haripur
Topi: topi swabi
Zaida: zaidah
Chota Lahor: chota lahore, chhota lahore, chhota lahor, lahor swabi
Jahangira: jehangira
Akora Khattak: akora khatak
Pabbi: pabi
Risalpur: risalpur cantt, risal pur
Cherat: cherat cantt
Takht Bhai: takht i bahi, takhtbhai, takht bai, تخت بھائی
Katlang: kat lang
~Rustam: rustam mardan
Shergarh: sher garh
Dargai: dargaee
~Thana: thana malakand
Malakand: malakund
~Matta: matta swat
Khwazakhela: khwaza khela, khawaza khela
Barikot: bari kot
~Kabal: kabal swat
~Bahrain: behrain, bahrain swat
~Kalam: kalam swat
Tangi: tangi charsadda
Shabqadar: shab qadar, shabqader
Utmanzai: utmanzai charsadda
Jamrud: jamrood
Landi Kotal: landikotal
~Bara: bara khyber
Dara Adam Khel: darra adam khel
Parachinar: para chinar, پاراچنار
~Sadda: sadda kurram
Thall: thal hangu
~Doaba: doaba hangu
Miranshah: miran shah, miramshah
Mir Ali: mirali
Wana: wanna
Khar: khar bajaur
Bajaur: bajour
Ghalanai: ghallanai
Mohmand: momand
Paharpur: pahar pur
Kulachi: kolachi
Daraban: draban
Serai Naurang: sarai naurang, naurang
Dassu: dasu
Pattan: pattan kohistan
Nathia Gali: nathiagali
Galiyat: galyat
Booni: buni
Drosh: darosh
`;

export const AZAD_KASHMIR = `
Muzaffarabad: muzafarabad, muzaffar abad, مظفرآباد
!Mirpur: mirpur ak, mirpur ajk, mirpur azad kashmir, new mirpur, میرپور
!Kotli: kotli ak, kotli ajk, kotli azad kashmir, کوٹلی
Rawalakot: rawala kot, rawlakot, rawlakote, راولاکوٹ
Bagh: bagh ak, bagh ajk, bagh azad kashmir, باغ
Bhimber: bhimbar, bhimbher, بھمبر
Pallandri: palandri, pallandari
Hajira: hajeera
~Abbaspur: abbas pur
Hattian Bala: hattian
Athmuqam: athmaqam
Neelum: neelam valley
Forward Kahuta: haveli kahuta
Dadyal: dudyal, dadial
~Islamgarh: islam garh
Chakswari: chaksawari
Samahni: samani
Barnala: barnala bhimber
Sehnsa: sensa
Khuiratta: khoi ratta
Nakyal: nakial
Dhirkot: dheerkot
Tararkhal: trarkhel
`;

export const GILGIT_BALTISTAN = `
Gilgit: gilget, گلگت
Skardu: skardo, iskardu, سکردو
Hunza: ہنزہ
~Aliabad: aliabad hunza
~Karimabad: karimabad hunza
Chilas: chillas
Ghizer: ghizar
Gahkuch: gakuch
Khaplu: khapalu
Shigar: shigar valley
Astore: astor
~Nagar: nagar gb
Juglot: jaglot
Sost: sust
`;
